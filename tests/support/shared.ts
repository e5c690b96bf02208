/** Returns the URL of the service that files of a run share, and lets this file use its stage and tables. */
export async function getService(): Promise<string> {
  Object.assign(process.env, JSON.parse(String(process.env.SHARED_STAGE)));
  return getShared("service");
}

/** Returns where something is that all files of a run share: the browser, the packaging, or the service. It is made on first use. */
export async function getShared(name: "browser" | "package" | "service"): Promise<string> {
  const response = await fetch(`${process.env.TEST_SHARED}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
