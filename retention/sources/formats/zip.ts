import { type Reader, unzipRaw, type ZipEntry } from "unzipit";
import { decodeUtf8 } from "../../../lib/bytes.ts";
import { describe } from "../../../lib/describe.ts";
import { startsWithBytes } from "../base/byte-arrays.ts";
import { RecordError } from "../base/refusals.ts";
import { type ParsedDocument, tryParseDocument } from "./document.ts";
import { findVideoLengths } from "./video-lengths.ts";
import { youtubeStudio } from "./youtube.ts";

/** How a zip begins (APPNOTE.TXT, sections 4.3.7 and 4.3.16), and an empty one. */
const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

/** Name of a file in every document of Office, which is a zip, too, and how the names of a workbook's others begin. */
export const OFFICE = "[Content_Types].xml";
const WORKBOOK = "xl/";

/** Name of YouTube Studio's table of all views. */
const ALL = "all.csv";

/** Files that a zip may have. YouTube Studio's has five or so. */
const MAX_FILES = 100;

/** Size of a table, unpacked. One of YouTube Studio has some 2 KB. */
const MAX_TABLE_BYTES = 1_000_000;

/** The most bytes that are read at once: of the list of files, and of a file. A hostile list could fill the memory. */
const MAX_READ = 2 * 1_024 * 1_024;

const AND = new Intl.ListFormat("en");

/** Checks whether a document is a zip. */
export function isZip(bytes: Uint8Array): boolean {
  return SIGNATURES.some((signature) => startsWithBytes(bytes, signature));
}

/**
 * Parses the curve in a zip as YouTube Studio gives it. Never throws for bad content: it returns a refusal instead.
 *
 * @param name one of FORMAT_NAMES; if undefined, the format is detected from the content
 */
export async function tryParseZip(bytes: Uint8Array, name?: string): Promise<ParsedDocument> {
  const table = await unzipTable(bytes).catch((error: Error) =>
    error instanceof RecordError ? error : new RecordError("damaged-zip", `Its zip can't be read (${error.message}).`),
  );
  if (!(table instanceof RecordError)) return tryParseDocument(table, name);
  return { source: undefined, curves: [], refusals: [table.refusal] };
}

/**
 * Unpacks `All.csv` of a zip, in memory; without one, its only table of YouTube Studio.
 *
 * @throws RecordError if it has none or several, or one that is encrypted or would fill the memory
 * @throws Error if it is damaged
 */
async function unzipTable(bytes: Uint8Array): Promise<Uint8Array> {
  const entries = await listEntries(bytes);
  if (entries.some(({ name }) => name === OFFICE))
    throw entries.some(({ name }) => name.startsWith(WORKBOOK))
      ? new RecordError("workbook", "It is an Excel workbook.")
      : new RecordError("office-document", "It is an Office document, and no workbook.");
  const [all, ...others] = entries.filter(({ name }) => name.toLowerCase().split("/").at(-1) === ALL);
  return all && others.length === 0 ? unpack(all) : findTable(entries);
}

async function listEntries(bytes: Uint8Array): Promise<ZipEntry[]> {
  const { entries } = await unzipRaw(createReader(bytes));
  if (entries.length <= MAX_FILES) return entries;
  throw new RecordError("too-many-files", `Its zip has more than ${MAX_FILES} files.`);
}

async function findTable(entries: readonly ZipEntry[]): Promise<Uint8Array> {
  const tables: { readonly name: string; readonly table: Uint8Array }[] = [];
  for (const entry of entries) {
    if (!entry.name.toLowerCase().endsWith(".csv")) continue;
    const table = await unpack(entry);
    const text = decodeUtf8(table);
    if (youtubeStudio.recognize(text) || findVideoLengths(text)) tables.push({ name: describe(entry.name), table });
  }
  const [first, second] = tables;
  if (first && !second) return first.table;
  if (!first) throw new RecordError("no-table", "Its zip has no table of YouTube Studio.");
  const names = AND.format(tables.map(({ name }) => name));
  throw new RecordError("several-tables", `Its zip has several tables, ${names}.`);
}

/** @throws Error at the first byte beyond the size that the zip says, or if it is damaged */
async function unpack(file: ZipEntry): Promise<Uint8Array> {
  const name = describe(file.name);
  if (file.encrypted) throw new RecordError("encrypted-table", `${name} in its zip is encrypted.`);
  if (file.size > MAX_TABLE_BYTES)
    throw new RecordError("damaged-zip", `${name} in its zip is too large for a table of YouTube Studio.`);
  return new Uint8Array(await file.arrayBuffer());
}

function createReader(bytes: Uint8Array): Reader {
  return {
    getLength: async () => bytes.length,
    read: async (offset, length) => {
      if (length > MAX_READ) throw new RangeError("its list of files, or a file, is too long");
      return Uint8Array.from(bytes.subarray(offset, offset + length));
    },
  };
}
