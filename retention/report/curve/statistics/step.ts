import { max, quantile, rank, sum } from "d3-array";
import { ALPHA } from "./limits.ts";
import { fitInOrder } from "./line.ts";

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
  const steps = computeGains(values);
  const gain = max(steps) ?? 0;
  const excess = gain - computeLineGain(values);
  if (excess <= 0) return undefined;
  const { still, steady } = arrange(values);
  return {
    count: steps.indexOf(gain) + MIN_SIDE,
    p: countProbability(still, gain),
    pSteady: countProbability(steady, excess),
  };
}

/** A step at a place that was searched, beside the clearest steps of series by chance. */
export interface SearchedStep extends Omit<Step, "count"> {
  /** The standard score of the rank-sum test that the clearest step exceeds by chance in 5 % of series. */
  readonly critical: number;
}

/**
 * Judges a step at a place that was found by searching, in this series or in one that goes with it. Whatever led to the place,
 * its step is at most as clear as the clearest one over all places. So the distribution of that one gives the limits, as
 * simultaneous intervals do: they hold at any place, and so at one that was chosen for what it shows.
 *
 * @param count number of values before the step, at least four, and four less than all at most
 */
export function judgeSearchedStep(series: readonly number[], count: number): SearchedStep {
  const values = Array.from(rank(series));
  const gain = computeGains(values)[count - MIN_SIDE] ?? 0;
  const { still, steady } = arrange(values);
  // The sum of squares between two groups of ranks is the square of the rank-sum test's score, but for this factor.
  const factor = (values.length * (values.length + 1)) / 12;
  return {
    p: countProbability(still, gain),
    pSteady: countProbability(steady, gain - computeLineGain(values)),
    critical: Math.sqrt((quantile(still, 1 - ALPHA) ?? 0) / factor),
  };
}

/** Arranges values by chance: the gain of the clearest step if nothing changes, and its excess over a line if all changes steadily. */
function arrange(values: readonly number[]): { readonly still: readonly number[]; readonly steady: readonly number[] } {
  const { residuals } = fitInOrder(values);
  const trend = values.map((value, index) => value - (residuals[index] ?? 0));
  const shuffle = createShuffle();
  const rounds = Array.from({ length: ARRANGEMENTS }, () => {
    const still = max(computeGains(shuffle(values))) ?? 0;
    const drifting = shuffle(residuals).map((residual, index) => residual + (trend[index] ?? 0));
    return { still, steady: (max(computeGains(drifting)) ?? 0) - computeLineGain(drifting) };
  });
  return { still: rounds.map(({ still }) => still), steady: rounds.map(({ steady }) => steady) };
}

/** Counts how often chance reaches a value. The observed arrangement is one of them. */
function countProbability(byChance: readonly number[], value: number): number {
  return (byChance.filter((other) => other >= value).length + 1) / (ARRANGEMENTS + 1);
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
  const { slope } = fitInOrder(values);
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
