import { mean, sum } from "d3-array";

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
