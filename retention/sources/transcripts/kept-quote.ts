import { isObject } from "../../../lib/json.ts";
import { MAX_DURATION } from "../feed/duration.ts";

/** What is said at a moment. Times are in seconds. */
export interface KeptQuote {
  readonly guid: string;
  /** That of its curve, for people; empty for the leading one. */
  readonly source: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly words?: KeptWords & { readonly end?: KeptWords };
  /** Where nothing is said. */
  readonly silence?: { readonly from: number; readonly to: number };
}

/** A part of what is said, as reports show it. */
interface KeptWords {
  readonly text: string;
  /** Where what is quoted first begins in it. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly speakers?: readonly string[];
}

/** The longest text of words, in UTF-16 code units. */
const MAX_WORDS = 240;

/** Parses what a saved report keeps of a moment. Returns nothing if it is damaged. */
export function parseKeptQuote(entry: unknown): KeptQuote[] {
  if (!isObject(entry)) return [];
  const { guid, source, kind } = entry;
  const [span, words, silence] = [parseSpan(entry), parseWords(entry.words), parseSpan(entry.silence)];
  if (typeof guid !== "string" || typeof source !== "string" || typeof kind !== "string" || !span) return [];
  const end = isObject(entry.words) ? parseWords(entry.words.end) : undefined;
  return [
    {
      ...{ guid, source, kind, ...span },
      ...(words && { words: { ...words, ...(end && { end }) } }),
      ...(silence && { silence }),
    },
  ];
}

function parseWords(value: unknown): KeptWords | undefined {
  const span = parseSpan(value);
  if (!span || !isObject(value) || typeof value.text !== "string" || value.text.length > MAX_WORDS) return undefined;
  const speakers = Array.isArray(value.speakers) ? value.speakers.filter((name) => typeof name === "string") : [];
  // Reports did not always keep it.
  const at = Number.isInteger(value.at) ? Math.min(Math.max(0, Number(value.at)), value.text.length) : 0;
  return { text: value.text, at, ...span, ...(speakers.length > 0 && { speakers: speakers.slice(0, MAX_WORDS) }) };
}

function parseSpan(value: unknown): { from: number; to: number } | undefined {
  if (!isObject(value)) return undefined;
  const { from, to } = value;
  return isTime(from) && isTime(to) ? { from, to } : undefined;
}

/** Checks whether a value is a time of an episode in seconds. */
export function isTime(time: unknown): time is number {
  return typeof time === "number" && time >= 0 && time <= MAX_DURATION;
}
