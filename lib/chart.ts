import { isObject } from "./json.ts";

/** An episode's performance curve, in the form of the answer to POST /charts. */
export interface Chart {
  /** The episode's GUID, verbatim. */
  readonly guid: string;
  /** The episode's length in seconds. */
  readonly duration: number;
  /** In ascending order of time. */
  readonly data: readonly Point[];
}

/** A point of a curve. Both numbers are finite and not negative. */
export interface Point {
  /** Seconds from the start of the episode. */
  readonly time: number;
  /** Percent of the curve's peak, or as the platform defines it (retention/docs/platforms.md): with replays, it can exceed 100. */
  readonly percentage: number;
}

/** The maximum size of an answer's JSON in bytes. Lambda's limit, which includes the envelope, is 6 MB. */
export const MAX_JSON_BYTES = 5_000_000;

/** Checks whether a value is a finite, non-negative number, as times, percentages and durations are. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** Checks whether a value is a point, such as `{ time: 30, percentage: 82 }`. */
export function isPoint(value: unknown): value is Point {
  return isObject(value) && isAmount(value.time) && isAmount(value.percentage);
}

/** Returns the chart in an answer, with its points in ascending order of time, or undefined if there is none. */
export function tryParseChart(answer: unknown): Chart | undefined {
  const { guid, duration, data } = isObject(answer) ? answer : {};
  if (typeof guid !== "string" || !isAmount(duration) || !Array.isArray(data) || !data.every(isPoint)) return undefined;
  return { guid, duration, data: data.toSorted((one, other) => one.time - other.time) };
}
