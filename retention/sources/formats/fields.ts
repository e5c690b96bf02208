import { isAmount } from "../../../lib/chart.ts";
import { describe, describeMember } from "../../../lib/describe.ts";
import { isObject, type JsonObject } from "../../../lib/json.ts";
import { RecordError, tryOrRefuse } from "../base/refusals.ts";
import { type CurvePoint, MAX_POINTS } from "../curve/platform-curve.ts";

/** A number of 0 or more, with a decimal point and no thousands separators: `19.0`, `.5`, `1e-7`. */
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads a bin of a document: its position and its value. @param place its path for messages, such as `rows[3]` */
type ReadBin = (bin: unknown, place: string, index: number) => readonly [at: unknown, value: unknown];

/**
 * Parses the points of a curve, and the starts of bins whose value is blank. Numbers may be text.
 *
 * @param path of the array of bins
 * @throws RecordError if it is no array, or if a position or a value is not a number of 0 or more
 */
export function parsePoints(
  bins: unknown,
  path: string,
  read: ReadBin,
): { readonly points: CurvePoint[]; readonly blanks: number[] } {
  const points: CurvePoint[] = [];
  const blanks: number[] = [];
  for (const [index, bin] of parseArray(bins, path).entries()) {
    const place = `${path}[${index}]`;
    const [at, value] = read(bin, place, index);
    const start = () => parseAmount(at, `The position of ${place}`);
    if (isBlank(value)) blanks.push(...[tryOrRefuse(start, () => {}) ?? []].flat());
    else points.push({ at: start(), value: parseAmount(value, `The value of ${place}`) });
  }
  return { points, blanks };
}

/** What is wrong with a time that has colons, by the unit of its column. */
type Clock = "clock-seconds" | "clock-minutes";

/**
 * Parses a number of 0 or more, which may be text.
 *
 * @param clock what is wrong with a time such as `1:30`
 * @throws RecordError if it is anything else
 */
export function parseAmount(value: unknown, place: string, clock: Clock = "clock-seconds"): number {
  const amount = typeof value === "string" && DECIMAL.test(value.trim()) ? Number(value) : value;
  if (isAmount(amount)) return amount;
  throw new RecordError(findNumberFault(value, clock), describeMember(place, "a number of 0 or more", value));
}

/** Finds out how what is no number was meant. */
function findNumberFault(value: unknown, clock: Clock): Clock | "with-commas" | "with-unit" | "not-a-curve" {
  if (typeof value !== "string") return "not-a-curve";
  if (/\d\s*(?::|[hm]\p{L}*)\s*\d|^\s*PT\d/iu.test(value)) return clock;
  if (value.includes(",")) return "with-commas";
  return /^\s*\d[\d.]*\s*(?:%|\p{L}+\.?)\s*$/u.test(value) ? "with-unit" : "not-a-curve";
}

/** Parses a duration in seconds. Returns undefined if it is blank or 0. @throws RecordError if it is not a duration */
export function parseSeconds(value: unknown, place: string): number | undefined {
  const duration = isBlank(value) ? 0 : parseAmount(value, place);
  if (duration > Number.MAX_SAFE_INTEGER)
    throw new RecordError(
      "not-a-curve",
      `${place} must be at most ${Number.MAX_SAFE_INTEGER} seconds, not ${describe(value)}.`,
    );
  return duration === 0 ? undefined : duration;
}

/** Parses an array. @throws RecordError if it is not an array, or longer than any curve */
export function parseArray(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new RecordError("not-a-curve", describeMember(place, "an array", value));
  if (value.length <= MAX_POINTS) return value;
  throw new RecordError("not-a-curve", `${place} must have at most ${MAX_POINTS} entries, not ${value.length}.`);
}

/** Parses a JSON object. @throws RecordError if it is not an object */
export function parseObject(value: unknown, place: string): JsonObject {
  if (isObject(value)) return value;
  throw new RecordError("not-a-curve", describeMember(place, "an object", value));
}

/** Returns a string verbatim, or undefined if it is blank or not a string. */
export function tryParseText(value: unknown): string | undefined {
  return typeof value === "string" && !isBlank(value) ? value : undefined;
}

/** Collects ids, as text and without duplicates. Skips blanks and 0, which connectors write for an unknown id. */
export function collectKeys(...values: readonly unknown[]): string[] {
  const texts = values.map((value) => tryParseText(typeof value === "number" && value !== 0 ? String(value) : value));
  return [...new Set(texts.filter((text) => text !== undefined))];
}

/** Returns the value at a path of member names, or undefined: `dig({"a": {"b": 7}}, "a", "b")` -> 7. */
export function dig(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => (isObject(found) ? found[name] : undefined), value);
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** Maximum number of characters that a message quotes of an error. */
const MAX_ERROR = 200;

/**
 * Finds the message of an API's error answer: `{"error": "…"}`, `{"error": {"message": "…"}}`,
 * `{"message": "…"}`, or GraphQL's `{"errors": [{"message": "…"}]}`.
 *
 * @returns the message in quotes, `no reason given`, or undefined if the document is not an error answer
 */
export function findApiError({ error, errors, message }: JsonObject): string | undefined {
  const [first] = Array.isArray(errors) ? errors : [];
  const messages = [error, dig(error, "message"), first, dig(first, "message"), message].map(tryParseText);
  const found = messages.find((text) => text !== undefined);
  if (found !== undefined) return describe(found, MAX_ERROR);
  return (error ?? first) ? "no reason given" : undefined;
}
