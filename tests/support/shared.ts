/** Returns where something is that all files of a run share: the browser, the packaging, or the service. It is made on first use. */
export async function getShared(name: "browser" | "package" | "service"): Promise<string> {
  const response = await fetch(`${process.env.TEST_SHARED}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
