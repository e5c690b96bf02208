import { isObject } from "./json.ts";

/** An episode's performance curve, in the form in which POST /charts answers it. */
export interface Chart {
  /** The episode's GUID, verbatim. */
  readonly guid: string;
  /** The episode's length in seconds. */
  readonly duration: number;
  /** In ascending time. */
  readonly data: readonly Point[];
}

/** One point of a curve; both numbers are finite and not negative. */
export interface Point {
  /** Seconds from the start of the episode. */
  readonly time: number;
  /** Percent of the curve's peak; above 100 only in sources that count replays. */
  readonly percentage: number;
}

/** What an answer's JSON may take, in bytes: Lambda's limit for an answer is 6 MB, with its envelope. */
export const MAX_JSON_BYTES = 5_000_000;

/** Whether a value is a finite number that is not negative, as times, percentages and durations are. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** Whether a value is a point of a curve: an object whose time and percentage are amounts. */
export function isPoint(value: unknown): value is Point {
  return isObject(value) && isAmount(value.time) && isAmount(value.percentage);
}
