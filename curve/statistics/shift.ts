import { sum } from "d3-array";
import { ALPHA } from "./limits.ts";
import { fitLine } from "./line.ts";
import { computeMedian } from "./median.ts";
import { computeStudentP } from "./student.ts";

/** Two-sided 5 % point of the normal distribution. */
const CRITICAL = 1.96;

/** How much larger the values of one group are than those of another, with an interval of 95 %. */
export interface Shift {
  readonly size: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Estimates the shift between two groups, as the median of all differences between a value of the one and a value of
 * the other, with the interval that belongs to the rank-sum test (Hodges and Lehmann 1963; Moses 1965).
 */
export function estimateShift(before: readonly number[], after: readonly number[]): Shift {
  // A typed array, because its numbers are sorted in a tenth of the time. There may be a million.
  const differences = new Float64Array(before.length * after.length);
  before.forEach((one, row) => {
    after.forEach((other, column) => {
      differences[row * after.length + column] = other - one;
    });
  });
  differences.sort();
  const count = before.length + after.length;
  const half = CRITICAL * Math.sqrt((differences.length * (count + 1)) / 12);
  const cut = Math.max(0, Math.floor(differences.length / 2 - half));
  return {
    size: computeMedian(differences),
    low: differences[cut] ?? 0,
    high: differences.at(-1 - cut) ?? 0,
  };
}

/**
 * Tests for a step that a steady change does not explain: least squares of a line and a step, and Student's t of the
 * step.
 *
 * @param values in order of time
 * @param count number of values before the step
 * @returns the step if it is clear, or else undefined
 */
export function findStep(values: readonly number[], count: number): number | undefined {
  const order = values.map((_, index) => index);
  const steps = fitLine(
    order,
    order.map((index) => (index < count ? 0 : 1)),
  ).residuals;
  const rest = fitLine(order, values).residuals;
  const size = sum(steps, (step) => step ** 2);
  const degrees = values.length - 3;
  if (degrees < 1 || size < 1e-9) return undefined;
  const step = sum(steps, (part, index) => part * (rest[index] ?? 0)) / size;
  const error = Math.sqrt(sum(rest, (value, index) => (value - step * (steps[index] ?? 0)) ** 2) / degrees / size);
  return computeStudentP(step / (error || 1e-9), degrees) < ALPHA ? step : undefined;
}
