import type { Chart } from "./chart.ts";

/**
 * Computes the curve of an episode: the listeners of each second in percent of the peak, to two decimals. The counts
 * `4 3 1` give 100, 75 and 25. The curve is empty if nobody listened.
 *
 * @param counts the listeners of each second
 */
export function computeChart(guid: string, duration: number, counts: Uint32Array): Chart {
  const peak = counts.reduce((max, count) => Math.max(max, count), 0);
  if (peak === 0) return { guid, duration, data: [] };
  const data = Array.from(counts, (count, time) => ({ time, percentage: computePercentage(count, peak) }));
  return { guid, duration, data };
}

/** Computes a count in percent of the curve's peak, to two decimals: 31 of 40 is 77.5. The peak must be above 0. */
export function computePercentage(count: number, peak: number): number {
  return Math.round((count * 10_000) / peak) / 100;
}
