import { sum } from "d3-array";
import { ALPHA, CRITICAL, type Interval } from "./limits.ts";
import { fitInOrder } from "./line.ts";
import { computeStudentP } from "./student.ts";

/**
 * Estimates how much larger the values of one group are than those of another: the interval of all differences between a value of the one and a value of
 * the other that belongs to the rank-sum test (Moses 1965).
 *
 * @param critical standard score of that test from which on groups differ: that of 5 % by default
 */
export function estimateShift(before: readonly number[], after: readonly number[], critical = CRITICAL): Interval {
  const groups: ValueGroups = [Float64Array.from(before).sort(), Float64Array.from(after).sort()];
  const pairs = before.length * after.length;
  const half = critical * Math.sqrt((pairs * (before.length + after.length + 1)) / 12);
  const cut = Math.max(0, Math.floor(pairs / 2 - half));
  return { low: selectDifference(groups, cut), high: selectDifference(groups, pairs - 1 - cut) };
}

/** The values of two groups, each in ascending order. */
type ValueGroups = readonly [before: Float64Array, after: Float64Array];

/** Halvings of the range of differences after which one is found: a number has 53 bits. */
const HALVINGS = 53;

/** Selects the difference of a rank, counted from 0. There may be a million, which are not made, but counted. */
function selectDifference(groups: ValueGroups, rank: number): number {
  const [before, after] = groups;
  let low = (after[0] ?? 0) - (before.at(-1) ?? 0);
  let high = (after.at(-1) ?? 0) - (before[0] ?? 0);
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (countUpTo(groups, middle).count > rank) high = middle;
    else low = middle;
  }
  return countUpTo(groups, high).largest;
}

/** Counts the differences up to a limit, and finds the largest of them. */
function countUpTo([before, after]: ValueGroups, limit: number): { count: number; largest: number } {
  let [count, largest, column] = [0, Number.NEGATIVE_INFINITY, 0];
  for (const one of before) {
    while (column < after.length && (after[column] ?? 0) - one <= limit) column++;
    count += column;
    if (column > 0) largest = Math.max(largest, (after[column - 1] ?? 0) - one);
  }
  return { count, largest };
}

/**
 * Tests for a step that a steady change does not explain: least squares of a line and a step, and Student's t of the
 * step.
 *
 * @param values in order of time, at least four
 * @param count number of values before the step, at least one, and less than all
 * @returns the step if it is clear, or else undefined
 */
export function findStep(values: readonly number[], count: number): number | undefined {
  const steps = fitInOrder(values.map((_, index) => (index < count ? 0 : 1))).residuals;
  const rest = fitInOrder(values).residuals;
  const size = sum(steps, (step) => step ** 2);
  const degrees = values.length - 3;
  const step = sum(steps, (part, index) => part * (rest[index] ?? 0)) / size;
  const error = Math.sqrt(sum(rest, (value, index) => (value - step * (steps[index] ?? 0)) ** 2) / degrees / size);
  return computeStudentP(step / (error || 1e-9), degrees) < ALPHA ? step : undefined;
}
