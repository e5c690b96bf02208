import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { group } from "d3-array";
import { InputError, RecordError } from "../../sources/base/refusals.ts";
import type { ImportFile } from "../../sources/import/chart-import.ts";
import { openContent } from "../../sources/import/classify.ts";
import { detectRecords, RECORD_FORMATS } from "../../sources/input/detect.ts";
import { preparePacked } from "../../sources/input/input.ts";
import type { Pack } from "../../sources/item/pack.ts";
import { loadIdentity, readListed } from "../listed-files.ts";

/**
 * Lists the files of an import, by their paths, and the standard input as `-`. Those that repeat an earlier one are left out.
 *
 * @param format forced format, if any
 * @param onRead called with the number of bytes that each read returns
 */
export async function listImportFiles(
  files: readonly string[],
  format: string | undefined,
  onRead: (bytes: number) => void,
): Promise<ImportFile[]> {
  const repeats = await findRepeats(files, format);
  return files.map((name, index) => {
    const open = async (pack: Pack) => {
      const repeat = repeats.get(index);
      if (repeat !== undefined) throw new RecordError("imported-already", repeat);
      return openContent(await preparePacked(readListed(name, onRead)), format, pack);
    };
    return { name, open };
  });
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** The size in bytes that a gzip has uncompressed, modulo 2^32, is in its last four bytes (RFC 1952, section 2.3.1). */
const TRAILER_BYTES = 4;

/**
 * Finds the files that are named twice, by another path or a link, and files of charts or sessions that have the content
 * of an earlier one, compressed or not. Two episodes may have equal data of a platform: the file's name tells them apart.
 * Reads only files of the same uncompressed size.
 *
 * @param format forced format, if any
 * @returns what is wrong, by the index of the later file
 */
async function findRepeats(files: readonly string[], format?: string): Promise<Map<number, string>> {
  const repeats = new Map<number, string>();
  if (files.length === 1) return repeats;
  const note = async (loadKey: (file: string) => Promise<string | undefined>, relation: string) => {
    const firsts = new Map<string, string>();
    for (const [index, file] of files.entries()) {
      const key = repeats.has(index) ? undefined : await loadKey(file);
      const first = key && firsts.get(key);
      if (first) repeats.set(index, `It ${relation} ${first}.`);
      else if (key) firsts.set(key, file);
    }
  };
  await note(loadIdentity, "is the same file as");
  const sizes = new Map<string, number | undefined>();
  for (const [index, file] of files.entries()) if (!repeats.has(index)) sizes.set(file, await loadContentBytes(file));
  const bySize = group(sizes.keys(), (file) => sizes.get(file));
  const isAlone = (file: string) => sizes.get(file) === undefined || bySize.get(sizes.get(file))?.length === 1;
  await note(async (file) => (isAlone(file) ? undefined : loadDigest(file, format)), "has the same content as");
  return repeats;
}

/** Loads the size of a file, uncompressed. Returns undefined if it is empty, not a file, or can't be read. */
async function loadContentBytes(file: string): Promise<number | undefined> {
  const stats = file === "-" ? undefined : await stat(file).catch(() => undefined);
  if (!stats?.isFile() || stats.size === 0) return undefined;
  try {
    const start = await buffer(createReadStream(file, { end: GZIP.length - 1 }));
    if (!start.equals(GZIP) || stats.size < TRAILER_BYTES) return stats.size;
    return (await buffer(createReadStream(file, { start: stats.size - TRAILER_BYTES }))).readUInt32LE(0);
  } catch {
    return undefined;
  }
}

/** Loads the digest of charts or sessions. Returns undefined for anything else, or if it can't be read to its end. */
async function loadDigest(file: string, format: string | undefined): Promise<string | undefined> {
  const digest = createHash("sha256");
  try {
    const { head, chunks } = await preparePacked(readListed(file, () => {}));
    const hasRecords = RECORD_FORMATS.some((name) => name === (format ?? detectRecords(head)));
    for await (const chunk of chunks) {
      if (!hasRecords) return undefined;
      digest.update(chunk);
    }
    return digest.digest("base64");
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}
