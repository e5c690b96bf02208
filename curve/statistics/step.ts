import { max, rank, sum } from "d3-array";
import { fitLine } from "./line.ts";

/** Fewest values on each side of a step. */
const MIN_SIDE = 4;

/** Arrangements of the values by chance, with which the observed one is compared. */
const ARRANGEMENTS = 499;

/** A step in a series of values. */
export interface Step {
  /** Number of values before it. */
  readonly count: number;
  /** Probability of as clear a step somewhere, if nothing changes. */
  readonly p: number;
  /** Probability that a step is so much better than a line, if all changes steadily. */
  readonly pSteady: number;
}

/**
 * Finds the step that explains a series of values best, over all places, if it explains more than a line does. Its
 * probabilities by chance are counted over arrangements of the values, and of what is left of the line, so that they hold
 * for all places together (permutation tests; Fisher 1935). Values count by their ranks, so that an outlier is one of many.
 *
 * @param series values in order of time
 */
export function findBestStep(series: readonly number[]): Step | undefined {
  const values = Array.from(rank(series));
  const order = values.map((_, index) => index);
  const line = fitLine(order, values);
  const trend = values.map((value, index) => value - (line.residuals[index] ?? 0));
  const steps = computeGains(values);
  const gain = max(steps) ?? 0;
  const excess = gain - computeLineGain(values);
  if (excess <= 0) return undefined;
  const shuffle = createShuffle();
  let [still, steady] = [1, 1];
  for (let round = 0; round < ARRANGEMENTS; round++) {
    if ((max(computeGains(shuffle(values))) ?? 0) >= gain) still++;
    const drifting = shuffle(line.residuals).map((residual, index) => residual + (trend[index] ?? 0));
    if ((max(computeGains(drifting)) ?? 0) - computeLineGain(drifting) >= excess) steady++;
  }
  return { count: steps.indexOf(gain) + MIN_SIDE, p: still / (ARRANGEMENTS + 1), pSteady: steady / (ARRANGEMENTS + 1) };
}

/** Computes how much of the sum of squares a step explains, at each place from the first possible one on. */
function computeGains(values: readonly number[]): number[] {
  const total = sum(values);
  const gains: number[] = [];
  let before = 0;
  for (let count = 1; count <= values.length - MIN_SIDE; count++) {
    before += values[count - 1] ?? 0;
    const rest = values.length - count;
    if (count >= MIN_SIDE)
      gains.push((before / count - (total - before) / rest) ** 2 * ((count * rest) / values.length));
  }
  return gains;
}

/** Computes how much of the sum of squares a line explains. */
function computeLineGain(values: readonly number[]): number {
  const { slope } = fitLine(
    values.map((_, index) => index),
    values,
  );
  return (slope ** 2 * (values.length ** 3 - values.length)) / 12;
}

/** Returns a function that shuffles (Fisher and Yates 1938), the same way in each report (Park and Miller 1988). */
function createShuffle(): (values: readonly number[]) => number[] {
  let state = 1;
  return (values) => {
    const shuffled = [...values];
    for (let last = shuffled.length - 1; last > 0; last--) {
      state = (state * 48_271) % 2_147_483_647;
      const other = state % (last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] ?? 0, shuffled[last] ?? 0];
    }
    return shuffled;
  };
}
