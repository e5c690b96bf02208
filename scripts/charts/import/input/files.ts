import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Lists the files that paths name. A folder gives the files directly in it, except hidden ones. Any other path, and a
 * folder without files, is kept. Folders are accepted because a command line can't hold thousands of names.
 */
export async function listFiles(paths: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(paths.map(async (path) => (path === "-" ? [] : await listFolder(path))));
  return paths.flatMap((path, index) => (lists[index]?.length ? lists[index] : [path]));
}

async function listFolder(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && !entry.name.startsWith("."));
  return files.map(({ name }) => join(path, name)).sort();
}
