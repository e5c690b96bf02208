import { max } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import { MIN_LISTENERS } from "./noise.ts";

/** People leave one by one, and a file ends for all at once: then at least this part of the peak was there before it. */
const MIN_PART = 0.2;

/** So many seconds before the last listener leaves. */
const BEFORE = 10;

/** An end further before the feed's duration, as part of it, is not the file's: few listeners leave early, too. */
const MIN_LENGTH = 0.9;

/**
 * Finds where the file ends, in seconds: where the listeners end all at once, or else at the duration in the feed, which
 * can be wrong.
 *
 * @param listeners with fewer than 30, the duration holds
 * @param gap seconds between two points
 */
export function findEnd({ duration, data }: Chart, listeners: number, gap: number): number {
  const stop = (data.findLast(({ percentage }) => percentage > 0)?.time ?? 0) + gap;
  const declared = duration || (data.at(-1)?.time ?? 0) + gap;
  if (listeners < MIN_LISTENERS || stop < MIN_LENGTH * declared || Math.abs(stop - declared) <= gap) return declared;
  const before = data.findLast(({ time }) => time <= stop - BEFORE - gap)?.percentage ?? 0;
  const peak = max(data, ({ percentage }) => percentage) ?? 0;
  return before >= MIN_PART * peak ? stop : declared;
}
