import { median, pairs } from "d3-array";
import type { Chart, Point } from "../../lib/chart.ts";

/** A curve as means of equal lengths of time. */
export interface Bins {
  /** Length of a bin in seconds. */
  readonly seconds: number;
  readonly values: readonly number[];
}

/** Maximum number of bins: 5 seconds each in an hour. */
const MAX_BINS = 720;

/** Computes a curve's bins, which are as long as the distance of its points, but at least a second. */
export function computeBins({ duration, data }: Chart): Bins {
  const end = Math.max(duration, data.at(-1)?.time ?? 0);
  const gaps = pairs(data, (one, other) => other.time - one.time).filter((gap) => gap > 0);
  const seconds = Math.max(1, median(gaps) ?? end, end / MAX_BINS);
  return { seconds, values: computeMeans(data, 0, seconds, Math.floor(end / seconds + 1e-6)) };
}

/** Computes a curve's means over successive lengths of time. A value counts until the next one. */
export function computeMeans(data: readonly Point[], from: number, seconds: number, count: number): number[] {
  const means = new Array<number>(Math.max(0, count)).fill(0);
  for (const [index, { time, percentage }] of data.entries()) {
    const start = (Math.max(index === 0 ? from : time, from) - from) / seconds;
    const stop = Math.min(count, ((data[index + 1]?.time ?? Number.POSITIVE_INFINITY) - from) / seconds);
    for (let bin = Math.floor(start); bin < stop; bin++)
      means[bin] = (means[bin] ?? 0) + percentage * (Math.min(bin + 1, stop) - Math.max(bin, start));
  }
  return means;
}
