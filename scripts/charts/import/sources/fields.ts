import { isAmount } from "../../../../lib/chart.ts";
import { isObject, type JsonObject } from "../../../../lib/json.ts";
import { RecordError } from "../records/refusals.ts";
import { type CurvePoint, MAX_POINTS } from "./curve.ts";
import { NOT_A_CURVE, show } from "./refuse.ts";

/** A number from 0 as spreadsheets and JavaScript write it, with a decimal point and without separators. */
const DECIMAL = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Parses one point. Sources write numbers as text too, and leave values blank.
 *
 * @param place the point's place in the document, such as `rows[3]`
 * @returns nothing if the value is blank
 * @throws RecordError if the position or the value is not a number from 0
 */
export function parsePoint(at: unknown, value: unknown, place: string): readonly CurvePoint[] {
  if (isBlank(value)) return [];
  return [{ at: parseAmount(at, `the position of ${place}`), value: parseAmount(value, `the value of ${place}`) }];
}

/** Parses a number from 0, which may be text. @throws RecordError if it is not one */
export function parseAmount(value: unknown, place: string): number {
  const amount = typeof value === "string" && DECIMAL.test(value.trim()) ? Number(value) : value;
  if (isAmount(amount)) return amount;
  throw new RecordError(NOT_A_CURVE, `${place} must be a number from 0, not ${show(value)}`);
}

/** Parses the length of an episode in seconds. Blank or 0 means unknown. @throws RecordError if it is no length */
export function parseDuration(value: unknown, place: string): number | undefined {
  const duration = isBlank(value) ? 0 : parseAmount(value, place);
  if (duration > Number.MAX_SAFE_INTEGER)
    throw new RecordError(NOT_A_CURVE, `${place} must be seconds, not ${show(value)}`);
  return duration === 0 ? undefined : duration;
}

/** Parses a list. @throws RecordError if it is not one, or is longer than any curve */
export function parseList(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new RecordError(NOT_A_CURVE, `${place} must be a list, not ${show(value)}`);
  if (value.length <= MAX_POINTS) return value;
  throw new RecordError(NOT_A_CURVE, `${place} has ${value.length} entries; a curve has at most ${MAX_POINTS}`);
}

/** Parses a JSON object. @throws RecordError if it is not one */
export function parseObject(value: unknown, place: string): JsonObject {
  if (isObject(value)) return value;
  throw new RecordError(NOT_A_CURVE, `${place} must be an object, not ${show(value)}`);
}

/** A text, verbatim, unless it is blank. */
export function tryParseText(value: unknown): string | undefined {
  return typeof value === "string" && !isBlank(value) ? value : undefined;
}

/** Ids that are text or numbers, without duplicates. Connectors write 0 for an id that they do not know. */
export function collectKeys(...values: readonly unknown[]): string[] {
  const texts = values.map((value) => tryParseText(typeof value === "number" && value !== 0 ? String(value) : value));
  return [...new Set(texts.filter((text) => text !== undefined))];
}

/** The value at a path of member names, or undefined. */
export function dig(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => (isObject(found) ? found[name] : undefined), value);
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
