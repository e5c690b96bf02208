import { mean, median, sum } from "d3-array";

/** A line of least squares through points. */
export interface FittedLine {
  readonly slope: number;
  /** Its middle, through which every line of least squares goes. */
  readonly x: number;
  readonly y: number;
  /** Sum of the squared horizontal distances from the middle. */
  readonly spread: number;
  /** Points minus line, in order. */
  readonly residuals: readonly number[];
}

/** Fits a line by least squares. If all points have the same x, the line is level. */
export function fitLine(xs: readonly number[], ys: readonly number[]): FittedLine {
  const [x, y] = [mean(xs) ?? 0, mean(ys) ?? 0];
  const spread = sum(xs, (value) => (value - x) ** 2);
  const slope = spread > 0 ? sum(xs, (value, index) => (value - x) * ((ys[index] ?? 0) - y)) / spread : 0;
  const residuals = ys.map((value, index) => value - y - slope * ((xs[index] ?? 0) - x));
  return { slope, x, y, spread, residuals };
}

/** Fits a line by least squares through values in order, at equal distances of 1. */
export function fitInOrder(values: readonly number[]): FittedLine {
  return fitLine(
    values.map((_, index) => index),
    values,
  );
}

/** Fewest values from which a trend is told. */
const MIN_VALUES = 6;

/**
 * Finds by how much values rise from one to the next: the median slope of all pairs (Theil 1950, Sen 1968), if Kendall's
 * test (1938) tells it from chance.
 *
 * @param values in order of time
 * @param limit the score, in standard deviations, that chance rarely passes
 */
export function findTrend(values: readonly number[], limit: number): number | undefined {
  const count = values.length;
  const slopes = values.flatMap((one, index) =>
    values.slice(index + 1).map((other, distance) => (other - one) / (distance + 1)),
  );
  const score = sum(slopes, Math.sign) / Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  return count >= MIN_VALUES && Math.abs(score) > limit ? median(slopes) : undefined;
}
