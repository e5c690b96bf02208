import { decodeUtf8 } from "../../../lib/bytes.ts";
import { tryParseJson } from "../../../lib/json.ts";
import { findMarked } from "../base/decode.ts";
import { InputError } from "../base/refusals.ts";
import type { Scanner } from "./batches.ts";
import { LineScanner } from "./lines.ts";
import { collectMembers, type Members } from "./members.ts";
import { ValueScanner } from "./values.ts";

/** Formats whose files are read record by record, so they may have any size. */
export const RECORD_FORMATS = ["chart", "sessions"] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/** What is wrong with a text in UTF-16. */
export const UTF16 = "It is in UTF-16.";

/** What is wrong with an empty array, as mongoexport writes for a collection without documents. */
export const EMPTY_ARRAY = "It is an empty array, without records.";

/**
 * Detects from the beginning of a source whether it holds charts or listening sessions.
 *
 * @returns undefined if it holds neither
 * @throws InputError if it is empty or in UTF-16
 */
export function detectRecords(head: Uint8Array): RecordFormat | undefined {
  const text = parseHead(head);
  if (!text.startsWith("{") && !text.startsWith("[")) return undefined;
  // Each line is tried, because the first ones may be damaged.
  const parts =
    text.startsWith("{") && isOnePerLine(text) && tryParseJson(text) === undefined ? text.split("\n") : [text];
  return parts.map((part) => detectFormat(collectMembers(part))).find((format) => format !== undefined);
}

/**
 * Detects from the beginning of a source how its records are laid out: one per line (JSON Lines), in an array, or
 * one after another.
 *
 * @throws InputError if it is empty, an empty array, in UTF-16 or not JSON
 */
export function detectLayout(head: Uint8Array): Scanner {
  const text = parseHead(head);
  if (isEmptyArray(text)) throw new InputError("empty-file", EMPTY_ARRAY);
  if (text.startsWith("[")) return new ValueScanner("array");
  if (text.startsWith("{")) return isOnePerLine(text) ? new LineScanner() : new ValueScanner("sequence");
  const start = JSON.stringify(text.slice(0, 40));
  throw new InputError("no-json", `It begins with ${start}, which is neither JSON nor JSON Lines.`);
}

/** Checks whether a source is in UTF-16, as spreadsheets save text: it has a byte order mark, or every other byte is 0. */
export function isUtf16(head: Uint8Array): boolean {
  const [one, two, three, four] = head;
  const isHalfZero = (byte: number | undefined, next: number | undefined) => byte === 0 && next !== 0;
  return (
    findMarked(head)?.startsWith("utf-16") ||
    (four !== undefined && isHalfZero(one, two) && isHalfZero(three, four)) ||
    (four !== undefined && isHalfZero(two, one) && isHalfZero(four, three))
  );
}

export function isEmptyArray(text: string): boolean {
  return /^\s*\[\s*\]\s*$/.test(text);
}

function parseHead(head: Uint8Array): string {
  if (head.length === 0) throw new InputError("empty-file", "It is empty.");
  if (isUtf16(head)) throw new InputError("file-not-utf8", UTF16);
  return decodeUtf8(head).trimStart();
}

/** Looks for sessions first: a session may have a duration, but a chart has no events. */
function detectFormat({ own, ofData }: Members): RecordFormat | undefined {
  if (own.has("session_id") || own.has("episodeGUID") || own.has("useragent") || ofData.has("event")) return "sessions";
  if (own.has("guid") || (own.has("duration") && own.has("data")) || ofData.has("percentage")) return "chart";
  return undefined;
}

/** Guesses from two lines whether each line is a record. If the second line begins one, the first may be damaged. */
function isOnePerLine(text: string): boolean {
  const [first = "", second] = text.split("\n", 2);
  return second === undefined || second.trimStart().startsWith("{") || tryParseJson(first) !== undefined;
}
