import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Files to read, and what was skipped. */
export interface Listing {
  readonly files: readonly string[];
  /** One line for each folder in which something was skipped. */
  readonly notices: readonly string[];
}

/**
 * Lists the files that paths name. A folder gives the files directly in it, except hidden ones. Any other path, and a
 * folder without files, is kept. Folders are accepted because a command line can't hold thousands of names.
 */
export async function listFiles(paths: readonly string[]): Promise<Listing> {
  const listings = await Promise.all(paths.map(listPath));
  return {
    files: listings.flatMap(({ files }) => files),
    notices: listings.flatMap(({ notices }) => notices),
  };
}

/** Sums up the sizes of the files that can be read, in bytes. Returns undefined if one is the standard input. */
export async function loadTotalBytes(files: readonly string[]): Promise<number | undefined> {
  if (files.includes("-")) return undefined;
  const sizes = await Promise.all(files.map((file) => stat(file).catch(() => ({ size: 0 }))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Identifies a file, whatever path leads to it. Returns undefined if there is none. */
export async function loadIdentity(file: string): Promise<string | undefined> {
  if (file === "-") return file;
  return stat(file, { bigint: true }).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => undefined,
  );
}

async function listPath(path: string): Promise<Listing> {
  const entries = path === "-" ? [] : await readdir(path, { withFileTypes: true }).catch(() => []);
  const isFolder = await Promise.all(entries.map((entry) => isFolderOrLink(path, entry)));
  const others = entries.filter((_, index) => !isFolder[index]);
  const files = others.filter(({ name }) => !name.startsWith(".")).map(({ name }) => join(path, name));
  if (files.length === 0) return { files: [path], notices: [] };
  const notice = describeSkipped(others.length - files.length, entries.length - others.length);
  return { files: files.sort(), notices: notice === undefined ? [] : [`${path}: ${notice}`] };
}

/** Checks whether an entry is a folder or a symbolic link to one. */
async function isFolderOrLink(path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return stat(join(path, entry.name)).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function describeSkipped(hidden: number, folders: number): string | undefined {
  const parts = [
    hidden > 0 ? [`${hidden} hidden ${hidden === 1 ? "file" : "files"}`] : [],
    folders > 0 ? [`${folders} ${folders === 1 ? "folder" : "folders"}`] : [],
  ].flat();
  if (parts.length === 0) return undefined;
  const isOne = hidden + folders === 1;
  const wayOut = isOne ? "Name it to import it." : "Name them to import them.";
  return `${parts.join(" and ")} in it ${isOne ? "was" : "were"} skipped. ${wayOut}`;
}
