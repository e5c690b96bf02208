import { type Reader, unzipRaw, type ZipEntry } from "unzipit";
import { OFFICE, tryParseZip } from "../sources/formats/zip.ts";
import { type DroppedFile, type SlicedFile, toFile } from "./open-file.ts";
import type { Pace } from "./pace.ts";
import { isOfPeople } from "./system-files.ts";

/** Files that are taken of a zip, and their size, unpacked. A hostile zip could fill the memory. */
const MAX_FILES = 2_000;
const MAX_BYTES = 512 * 1_024 * 1_024;

/** A zip of YouTube Studio has few tables, which are small. */
const STUDIO = { files: 100, bytes: 5 * 1_024 * 1_024 };

/**
 * Puts the files of a zipped folder in its place. A zip of YouTube Studio is one file, and so is what can't be unpacked: who
 * reads it says why.
 */
export async function unpackFolders(files: readonly DroppedFile[], pace: Pace): Promise<readonly DroppedFile[]> {
  const all: DroppedFile[] = [];
  for (const file of files) all.push(...(await unpackFolder(file, pace)));
  return all;
}

async function unpackFolder(dropped: DroppedFile, pace: Pace): Promise<readonly DroppedFile[]> {
  const { name, file } = dropped;
  if (!/\.zip$/i.test(name)) return [dropped];
  const entries = await listEntries(file);
  const isTables = entries.every((entry) => entry.name.toLowerCase().endsWith(".csv"));
  if (entries.length === 0 || (isTables && (await isOfStudio(file, entries)))) return [dropped];
  const unpacked: DroppedFile[] = [];
  for (const entry of entries) {
    pace.tell(`Unpacking ${name} (${unpacked.length + 1} of ${entries.length})`);
    await pace.pause();
    const bytes = await entry.arrayBuffer().catch(() => undefined);
    // A damaged zip is refused as a whole.
    if (!bytes) return [dropped];
    unpacked.push({ name: entry.name, file: toFile(new Uint8Array(bytes)) });
  }
  return unpacked;
}

/** Lists the files in a zip; none if it can't be unpacked, or is a document. */
async function listEntries(file: SlicedFile): Promise<readonly ZipEntry[]> {
  const zip = await unzipRaw(createReader(file)).catch(() => undefined);
  const entries = (zip?.entries ?? []).filter((entry) => !entry.isDirectory && isOfPeople(entry));
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const isFolder =
    entries.length <= MAX_FILES &&
    bytes <= MAX_BYTES &&
    entries.every(({ name, encrypted }) => name !== OFFICE && !encrypted);
  return isFolder ? entries : [];
}

async function isOfStudio(file: SlicedFile, entries: readonly ZipEntry[]): Promise<boolean> {
  if (entries.length > STUDIO.files || file.size > STUDIO.bytes) return false;
  const { curves, lengths } = await tryParseZip(new Uint8Array(await file.slice(0, file.size).arrayBuffer()));
  return curves.length > 0 || lengths !== undefined;
}

function createReader(file: SlicedFile): Reader {
  return {
    getLength: async () => file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
}
