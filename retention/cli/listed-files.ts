import { createReadStream, type Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { formatCount } from "../../lib/count.ts";
import { say } from "../../operate/shell/output.ts";
import { describeReadError, type FileError } from "../../operate/shell/read-error.ts";
import { InputError } from "../sources/base/refusals.ts";

/**
 * Lists the files that paths name. A folder gives the files directly in it, except hidden ones. Any other path, and a
 * folder without files, is kept. Folders are accepted because a command line can't hold thousands of names.
 *
 * @param onSkipped called with a line for each folder in which something was skipped
 */
export async function listFiles(paths: readonly string[], onSkipped: (line: string) => void = say): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...(await listPath(path, onSkipped)));
  return files;
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

async function listPath(path: string, onSkipped: (line: string) => void): Promise<string[]> {
  const entries = path === "-" ? [] : await readdir(path, { withFileTypes: true }).catch(() => []);
  const kinds = await Promise.all(entries.map((entry) => loadKind(path, entry)));
  const files = entries.filter((_, index) => kinds[index] === "file").map(({ name }) => join(path, name));
  if (files.length === 0) return [path];
  const skipped = describeSkipped(kinds);
  if (skipped !== undefined) onSkipped(`${path}: ${skipped}`);
  return files.sort();
}

/** What an entry of a folder is, or what a symbolic link leads to. One that leads nowhere counts as a file. */
type EntryKind = "file" | "hidden file" | "folder" | "pipe or device";

async function loadKind(path: string, entry: Dirent): Promise<EntryKind> {
  const target = entry.isSymbolicLink() ? await stat(join(path, entry.name)).catch(() => undefined) : entry;
  if (target?.isDirectory()) return "folder";
  if (entry.name.startsWith(".")) return "hidden file";
  // Reading a pipe could take for ever.
  return target?.isFile() === false ? "pipe or device" : "file";
}

const AND = new Intl.ListFormat("en");

function describeSkipped(kinds: readonly EntryKind[]): string | undefined {
  const plurals = { "hidden file": "hidden files", folder: "folders", "pipe or device": "pipes or devices" };
  const parts = Object.entries(plurals).flatMap(([kind, plural]) => {
    const count = kinds.filter((each) => each === kind).length;
    return count > 0 ? formatCount(count, kind, plural) : [];
  });
  if (parts.length === 0) return undefined;
  const isOne = kinds.filter((kind) => kind !== "file").length === 1;
  const wayOut = isOne ? "Name it to read it." : "Name them to read them.";
  return `${AND.format(parts)} in it ${isOne ? "was" : "were"} skipped. ${wayOut}`;
}

/** Bytes that are read at once. */
const READ_BYTES = 256 * 1_024;

/**
 * Reads a file of a listing, or with `-` the standard input.
 *
 * @param onRead called with the number of bytes that each read returns
 * @throws InputError if it can't be read
 */
export function readListed(file: string, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const chunks = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES });
  return passOn(chunks, onRead, (error) => {
    throw new InputError("unreadable", describeListedError(error));
  });
}

/** Passes chunks on, and tells the size of each. @param explain throws what is to be thrown in place of an error */
export async function* passOn(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onRead: (bytes: number) => void,
  explain: (error: Error) => never,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      onRead(chunk.length);
      yield chunk;
    }
  } catch (error) {
    explain(error as Error);
  }
}

/** Says why a file of a listing can't be read: a folder is in it only without files of its own. */
export function describeListedError(error: FileError): string {
  if (error.code === "EISDIR") return "It is a folder without files directly in it. Name the folder that has them.";
  return describeReadError(error);
}
