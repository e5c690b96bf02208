/** Returns where something is that all files of a run share, and makes it on first use: the browser, or the packaging. */
export async function getShared(name: "browser" | "package"): Promise<string> {
  const response = await fetch(`${process.env.TEST_SHARED}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
