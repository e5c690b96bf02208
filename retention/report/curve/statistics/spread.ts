import { ascending, quantileSorted } from "d3-array";

/** Computes the median; 0 of nothing. A typed array sorts three times as fast as d3's median selects. */
export function computeMedian(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

/** The standard deviation of normal noise is this multiple of its median absolute deviation (Rousseeuw and Croux 1993). */
const TO_DEVIATION = 1.4826;

/** Standard error of a median absolute deviation of normal noise, as part of it, times the root of the count. */
const ERROR = 1.17;

/** Computes the median absolute deviation from a middle, as a standard deviation. */
export function computeMad(values: readonly number[], middle = computeMedian(values)): number {
  return TO_DEVIATION * computeMedian(values.map((value) => Math.abs(value - middle)));
}

/** Computes the same, plus one standard error. */
export function computeUpperMad(values: readonly number[]): number {
  return computeMad(values) * (1 + ERROR / Math.sqrt(values.length));
}

/** Computes the middle of several values, and the ends of their middle half. */
export function computeQuartiles(values: readonly number[]) {
  const sorted = values.toSorted(ascending);
  const [low = 0, middle = 0, high = 0] = [0.25, 0.5, 0.75].map((part) => quantileSorted(sorted, part));
  return { low, median: middle, high };
}
