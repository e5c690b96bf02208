import type { Scanner } from "./batch.ts";
import { LineScanner } from "./lines.ts";
import { SourceError } from "./refusals.ts";
import { ValueScanner } from "./values.ts";

export const FORMATS = ["chart", "sessions"] as const;
export type Format = (typeof FORMATS)[number];

/** Keys of a record that tell what it is; in JSON, a quote within a string can't look like these. */
const SESSION_KEY = /"(?:session_id|episodeGUID|useragent|event)"\s*:/;
const CHART_KEY = /"(?:guid|duration|percentage)"\s*:/;

const BYTE_ORDER_MARKS_OF_UTF16 = ["fffe", "feff"];

/**
 * Tells from the beginning of a source whether it holds charts or listening sessions.
 *
 * @throws SourceError if it is neither, or can't be told
 */
export function detectFormat(head: Buffer): Format {
  const text = head.toString();
  const session = text.search(SESSION_KEY);
  const chart = text.search(CHART_KEY);
  if (session === -1 && chart === -1)
    throw new SourceError("can't tell whether it holds charts or sessions: say so with --format");
  if (chart === -1) return "sessions";
  return session === -1 || chart < session ? "chart" : "sessions";
}

/**
 * Tells from the beginning of a source how its records are laid out: one on each line, in an array, or
 * one after the other.
 *
 * @throws SourceError if it is no JSON
 */
export function detectLayout(head: Buffer): Scanner {
  if (head.length === 0) throw new SourceError("it is empty");
  if (BYTE_ORDER_MARKS_OF_UTF16.includes(head.toString("hex", 0, 2)))
    throw new SourceError("it is UTF-16: convert it to UTF-8 first");
  const text = head.toString().trimStart();
  if (text.startsWith("[")) return new ValueScanner(true);
  if (text.startsWith("{")) return isOnePerLine(text) ? new LineScanner() : new ValueScanner(false);
  throw new SourceError(`it is neither JSON nor JSON Lines: it begins with ${JSON.stringify(text.slice(0, 40))}`);
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
