import type { Overrun } from "../input/beyond.ts";

/** A point with its time in seconds. */
interface TimedValue {
  readonly time: number;
  readonly value: number;
}

/**
 * Sums up what a curve has before its episode's end and beyond it. The bin at the end is left out: few episodes are a
 * whole number of bins long. For example, with bins of 15 seconds and an episode of 40:
 *
 *     0: 9   15: 8   30: 6   45: 5   60: 1     within 23, beyond 1
 *
 * @param points in ascending order of time
 */
export function computeOverrun(points: readonly TimedValue[], duration: number): Overrun {
  // The sum of the values themselves may be infinite. Divided by a power of two, they stay exact.
  const peak = points.reduce((max, { value }) => Math.max(max, value), 0);
  const unit = 2 ** Math.floor(Math.log2(peak));
  const firstAfter = points.findIndex(({ time }) => time >= duration);
  const isAtEnd = firstAfter !== -1 && isBinAtEnd(points, firstAfter, duration);
  const end = firstAfter === -1 ? points.length : firstAfter;
  const sum = (from: number, to?: number) =>
    points.slice(from, to).reduce((total, { value }) => total + value / unit, 0);
  const reach = points.findLast(({ value }) => value > 0)?.time ?? 0;
  return { within: sum(0, end), beyond: sum(isAtEnd ? end + 1 : end), reach };
}

/** Checks whether the first point after the end is there only because of its bin's length. */
function isBinAtEnd(points: readonly TimedValue[], index: number, duration: number): boolean {
  const [one, other, { time } = { time: duration }] = [points[index - 2], points[index - 1], points[index]];
  if (time === duration) return true;
  return one !== undefined && other !== undefined && time - other.time <= other.time - one.time;
}
