import { describe } from "../../../lib/describe.ts";
import { formatRecord, rearm } from "../base/csv-record.ts";
import { InputError, tryOrRefuse } from "../base/refusals.ts";
import { parseTable } from "../formats/csv-table.ts";
import { isBlank } from "../formats/fields.ts";
import { isUtf16, UTF16 } from "../input/detect.ts";
import { NOT_UTF8, parseUtf8 } from "../input/json-bytes.ts";
import { findRepeatedMember } from "../input/members.ts";

/** Optional header of a map. */
export const MAP_HEADER = "key,guid";

/** Checks a first line, which a spreadsheet may have padded, with its own separator. */
export function isMapHeader(line: string): boolean {
  return /^"?key"?[,;\t]"?guid"?[,;\t\s]*$/i.test(line);
}

/** What the lines of a map begin with that are for people only. */
export const COMMENT = "# ";

const COMMENTS = new RegExp(`^${COMMENT}.*$`, "gm");

/**
 * Parses a map of keys to GUIDs: CSV with the columns `key,guid`, with or without that header, or a JSON
 * object such as `{"dQw4w9WgXcQ": "https://example.com/?p=8"}`. Lines that begin with `# ` are skipped.
 *
 * @returns GUIDs by normalized keys; empty where one is to be completed
 * @throws InputError if the file is not a map in UTF-8, or has two GUIDs for a key
 */
export function parseGuidMap(bytes: Uint8Array): Map<string, string> {
  if (isUtf16(bytes)) throw new InputError("file-not-utf8", UTF16);
  const content = tryOrRefuse(() => parseUtf8(bytes), failEncoding)?.trimStart() ?? "";
  if (content.includes("\0")) throw new InputError("file-not-utf8", "It contains NUL bytes.");
  return content.startsWith("{") ? parseJsonMap(content) : parseLines(content);
}

function failEncoding(): never {
  throw new InputError("file-not-utf8", NOT_UTF8);
}

/**
 * Normalizes a key: macOS names files with decomposed accents, while people type composed ones (Unicode, UAX 15). Spaces around
 * it make no difference, because those in a map are of people who type `key, guid`.
 */
export function normalizeKey(key: string): string {
  return key.normalize("NFC").trim();
}

/** Formats a line of a map. Without a GUID, it is to be completed by hand. */
export function formatMapLine(key: string, guid = ""): string {
  return formatRecord([key, guid]);
}

function parseLines(text: string): Map<string, string> {
  const guids = new Map<string, string>();
  const broken = parseTable(text.replaceAll(COMMENTS, ""), (record, line) => {
    // People type these lines, with spaces after commas.
    const cells = record.map((cell) => rearm(cell.trim()));
    const [key = "", guid, ...others] = cells;
    if (isMapHeader(cells.join(","))) return;
    // A spreadsheet pads its rows to the widest, and quotes comments, whose commas part cells.
    if (key.startsWith(COMMENT) && (guid === undefined || others.length > 0)) return;
    if (guid === undefined || others.some((cell) => cell !== ""))
      throw new InputError("line-cells", "A line must be key,guid.", { line });
    addGuid(guids, key, guid, line);
  });
  if (broken) throw new InputError(broken.code, broken.problem, broken);
  return guids;
}

function parseJsonMap(text: string): Map<string, string> {
  const guids = new Map<string, string>();
  const entries = Object.entries(parseJson(text));
  const repeated = findRepeatedMember(text);
  if (repeated !== undefined) throw new InputError("map-key-twice", `The key ${describe(repeated)} occurs twice.`);
  for (const [key, guid] of entries) addGuid(guids, key, guid);
  return guids;
}

function parseJson(text: string): object {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError("map-json", `It is not valid JSON (${(error as SyntaxError).message}).`);
  }
}

function addGuid(guids: Map<string, string>, key: string, guid: unknown, line?: number): void {
  const known = guids.get(normalizeKey(key)) ?? "";
  if (isBlank(guid)) {
    guids.set(normalizeKey(key), known);
    return;
  }
  if (typeof guid !== "string")
    throw new InputError("unreadable", `The GUID of ${describe(key)} must be a string, not ${describe(guid)}.`);
  if (known !== "" && known !== guid.trim())
    throw new InputError("map-two-guids", `${describe(key)} has two GUIDs, ${known} and ${guid}.`, { line });
  guids.set(normalizeKey(key), guid.trim());
}
