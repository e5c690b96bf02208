import type { Threshold } from "../episode/counted-chart.ts";
import { parsePeriod } from "../period.ts";

/** Seconds of the longest window. Listens must not expire before they are folded. */
const WEEK = 7 * 86_400;

/**
 * Reads LISTEN_WINDOW (default `1d`).
 *
 * @returns seconds
 * @throws RangeError if it is not a duration, or longer than a week
 */
export function parseListenWindow({ LISTEN_WINDOW }: NodeJS.ProcessEnv): number {
  const seconds = parsePeriod("LISTEN_WINDOW", LISTEN_WINDOW || "1d");
  if (seconds <= WEEK) return seconds;
  throw new RangeError("Invalid LISTEN_WINDOW: the maximum is 7d");
}

/** One person may count once a window. The threshold assumes that somebody counts at least so often a week. */
const MIN_REPEATS = 7;

/**
 * Reads MIN_LISTENERS (default 5): the new listeners of one window that a chart needs to be drawn. Several windows
 * together need that number, times how often one person may count in a week.
 *
 * @param windowLength seconds
 * @throws RangeError if it is not a whole number above 0
 */
export function parseThreshold({ MIN_LISTENERS }: NodeJS.ProcessEnv, windowLength: number): Threshold {
  const count = Number(MIN_LISTENERS || 5);
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`Invalid MIN_LISTENERS: expected a whole number above 0, not "${MIN_LISTENERS}"`);
  return { inWindow: count, inAll: count * Math.max(MIN_REPEATS, WEEK / windowLength) };
}
