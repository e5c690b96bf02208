import type { Scanner } from "./batch.ts";
import { LineScanner } from "./lines.ts";
import { collectMembers, type Members } from "./members.ts";
import { SourceError } from "./refusals.ts";
import { ValueScanner } from "./values.ts";

/** Formats of records, which are read one by one, however many there are. */
export const RECORD_FORMATS = ["chart", "sessions"] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

const BYTE_ORDER_MARKS_OF_UTF16 = ["fffe", "feff"];

/**
 * Detects from the beginning of a source whether it holds charts or listening sessions.
 *
 * @returns undefined if its records are neither
 * @throws SourceError if it is empty or in UTF-16
 */
export function detectRecords(head: Buffer): RecordFormat | undefined {
  const text = parseHead(head);
  if (!text.startsWith("{") && !text.startsWith("[")) return undefined;
  // A line may be damaged, and the next one tells all the same.
  const parts = text.startsWith("{") && isOnePerLine(text) && !isJson(text) ? text.split("\n") : [text];
  return parts.map((part) => detectFormat(collectMembers(part))).find((format) => format !== undefined);
}

/**
 * Detects from the beginning of a source how its records are laid out: one on each line, in an array, or
 * one after the other.
 *
 * @throws SourceError if it is no JSON
 */
export function detectLayout(head: Buffer): Scanner {
  const text = parseHead(head);
  if (text.startsWith("[")) return new ValueScanner(true);
  if (text.startsWith("{")) return isOnePerLine(text) ? new LineScanner() : new ValueScanner(false);
  throw new SourceError(`it is neither JSON nor JSON Lines: it begins with ${JSON.stringify(text.slice(0, 40))}`);
}

function parseHead(head: Buffer): string {
  if (head.length === 0) throw new SourceError("it is empty");
  if (BYTE_ORDER_MARKS_OF_UTF16.includes(head.toString("hex", 0, 2)))
    throw new SourceError("it is UTF-16: convert it to UTF-8 first");
  return head.toString().trimStart();
}

/** A session may have a duration, but a chart has no events. */
function detectFormat({ own, ofData }: Members): RecordFormat | undefined {
  if (own.has("session_id") || own.has("episodeGUID") || own.has("useragent") || ofData.has("event")) return "sessions";
  if (own.has("guid") || (own.has("duration") && own.has("data")) || ofData.has("percentage")) return "chart";
  return undefined;
}

/** A record on a line of its own may be damaged; that the next line begins another one tells it all the same. */
function isOnePerLine(text: string): boolean {
  const [first = "", second] = text.split("\n", 2);
  return second === undefined || second.trimStart().startsWith("{") || isJson(first);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
