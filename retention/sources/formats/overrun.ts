import { RecordError } from "../base/refusals.ts";
import { formatSeconds } from "../base/times.ts";

/** Share that may lie beyond the end: inserted advertisements lengthen the audio, and Apple's curves have a tail. */
const MAX_SHARE = 0.1;

/** From this factor on, times beyond the end may be in milliseconds. */
const BEYOND_FACTOR = 100;

/** How much of a curve lies beyond its episode's end. */
export interface Overrun {
  /** What lies before the end and beyond it, in one unit: values of points, added up, or seconds heard. */
  readonly within: number;
  readonly beyond: number;
  /** Seconds at which the last listener was there. */
  readonly reach: number;
}

/** A point of a curve whose positions are seconds. */
interface TimedPoint {
  readonly time: number;
  readonly value: number;
}

/**
 * @param duration in seconds
 * @param isHistogram of segments, which may be of the episode with more advertisements: it is refused only in another unit
 * @throws RecordError if more than a tenth of a curve lies beyond its episode's end: it is then not that episode's
 */
export function requireWithin({ within, beyond, reach }: Overrun, duration: number, isHistogram = false): void {
  const share = beyond / (within + beyond);
  const hasOtherUnit = reach > BEYOND_FACTOR * duration;
  const isOther = share > MAX_SHARE && (hasOtherUnit || !isHistogram);
  if (!isOther) return;
  const question = hasOtherUnit ? ": milliseconds?" : ".";
  const problem = `It reaches ${formatSeconds(reach)}; the episode has ${formatSeconds(duration)}${question}`;
  const lost = `${Math.round(100 * share)} % of it lies beyond the end.`;
  throw new RecordError("beyond its duration", `${problem} ${lost} Correct its times or the episode's duration.`);
}

/**
 * Sums up what a curve has before its episode's end and beyond it. The bin at the end is left out: few episodes are a
 * whole number of bins long. For example, with bins of 15 seconds and an episode of 40:
 *
 *     0: 9   15: 8   30: 6   45: 5   60: 1     within 23, beyond 1
 *
 * @param points in ascending order of time
 * @param duration in seconds
 */
export function computeOverrun(points: readonly TimedPoint[], duration: number): Overrun {
  // The sum of the values themselves may be infinite. Divided by a power of two, they stay exact.
  const peak = points.reduce((max, { value }) => Math.max(max, value), 0);
  const unit = 2 ** Math.floor(Math.log2(peak));
  const sum = (part: readonly TimedPoint[]) => part.reduce((total, { value }) => total + value / unit, 0);
  const after = points.findIndex(({ time }) => time >= duration);
  const firstAfter = after === -1 ? points.length : after;
  const firstBeyond = isBinAtEnd(points, firstAfter, duration) ? firstAfter + 1 : firstAfter;
  return {
    within: sum(points.slice(0, firstAfter)),
    beyond: sum(points.slice(firstBeyond)),
    reach: points.findLast(({ value }) => value > 0)?.time ?? 0,
  };
}

/** Checks whether the first point after the end is there only because of its bin's length: 45 in the example above. */
function isBinAtEnd(points: readonly TimedPoint[], firstAfter: number, duration: number): boolean {
  const after = points[firstAfter];
  if (after?.time === duration) return true;
  const [previous, last] = [points[firstAfter - 2], points[firstAfter - 1]];
  if (!previous || !last || !after) return false;
  return after.time - last.time <= last.time - previous.time;
}
