import { sum } from "d3-array";
import { RecordError } from "../base/refusals.ts";
import { formatSeconds } from "../base/times.ts";
import type { CurvePoint } from "./platform-curve.ts";

/** Share that may lie beyond the end: inserted advertisements lengthen the audio, and Apple's curves have a tail. */
const MAX_SHARE = 0.1;

/** From this factor on, times beyond the end may be in milliseconds. */
const BEYOND_FACTOR = 100;

/** How much of a curve lies beyond its episode's end. */
export interface Overrun {
  /** What lies before the end and beyond it, in one unit: the sum of values, or seconds heard. Only their ratio counts. */
  readonly within: number;
  readonly beyond: number;
  /** Where the last listener was, in seconds: the start of a bin, or the end of what was heard. */
  readonly lastHeard: number;
}

/**
 * @param duration in seconds
 * @throws RecordError if more than a tenth of a curve lies beyond its episode's end: it is then not that episode's
 */
export function requireWithin({ within, beyond, lastHeard }: Overrun, duration: number): void {
  const all = within + beyond;
  const isOther = beyond > MAX_SHARE * all;
  if (!isOther) return;
  const question = lastHeard > BEYOND_FACTOR * duration ? ": milliseconds?" : ".";
  const problem = `It reaches ${formatSeconds(lastHeard)}; the episode has ${formatSeconds(duration)}${question}`;
  const lost = `${Math.round(100 * (beyond / all))} % of it lies beyond the end.`;
  throw new RecordError("beyond-duration", `${problem} ${lost}`);
}

/**
 * Sums up what a curve has before its episode's end and beyond it. A bin at the end is in neither sum, nor is the first one
 * after it unless bins are missing in between: few episodes are a whole number of bins long. With bins of 15 seconds and an
 * episode of 40, that is 45:
 *
 *     0: 9   15: 8   30: 6   45: 5   60: 1     within 23, beyond 1
 *
 * @param points in ascending order, at seconds
 * @param duration in seconds
 */
export function computeOverrun(points: readonly CurvePoint[], duration: number): Overrun {
  const after = points.findIndex(({ at }) => at >= duration);
  const firstAfter = after === -1 ? points.length : after;
  const firstBeyond = isBinAtEnd(points, firstAfter, duration) ? firstAfter + 1 : firstAfter;
  return {
    within: sum(points.slice(0, firstAfter), ({ value }) => value),
    beyond: sum(points.slice(firstBeyond), ({ value }) => value),
    lastHeard: points.findLast(({ value }) => value > 0)?.at ?? 0,
  };
}

/** Checks whether the first point after the end is at it, or no farther from the one before than that from its own. */
function isBinAtEnd(points: readonly CurvePoint[], firstAfter: number, duration: number): boolean {
  const after = points[firstAfter];
  if (after?.at === duration) return true;
  const [previous, last] = [points[firstAfter - 2], points[firstAfter - 1]];
  if (!previous || !last || !after) return false;
  return after.at - last.at <= last.at - previous.at;
}
