import { ascending, quantileSorted } from "d3-array";
import { computeMedian } from "./median.ts";

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

/** The middle of several values, and the ends of their middle half. */
export interface Quartiles {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

export function computeQuartiles(values: readonly number[]): Quartiles {
  const sorted = values.toSorted(ascending);
  const [low = 0, middle = 0, high = 0] = [0.25, 0.5, 0.75].map((part) => quantileSorted(sorted, part));
  return { low, median: middle, high };
}
