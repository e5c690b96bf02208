/** Chance of a wrong statement: per curve (moments), per episode (typicality), per answer (the rest). */
export const ALPHA = 0.05;

/** Two-sided 5 % point of the normal distribution. */
export const CRITICAL = 1.96;

/** Within which something is with a probability of 95 %. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A headline names a moment, a slow loss or a chapter. They share its chance of being wrong. */
export const SLOW_ALPHA = 0.005;
export const CHAPTERS_ALPHA = 0.005;
export const MOMENTS_ALPHA = ALPHA - SLOW_ALPHA - CHAPTERS_ALPHA;

/**
 * Computes how many standard deviations chance passes, upwards, with a probability of alpha in one of several tests: the
 * normal distribution's upper quantile of alpha / tests (Bonferroni), by the asymptotic series of its tail (Abramowitz
 * and Stegun 26.2.12). At ten tests and more, it is within 0.05 of the quantile.
 */
export function computeNormalLimit(tests: number, alpha = ALPHA): number {
  const q = 2 * Math.log(tests / alpha);
  return Math.sqrt(q - Math.log(2 * Math.PI * q));
}

/** Computes the same, at 5 %, for differences in both directions: the quantile of 0.025 / tests. */
export function computeTwoSidedLimit(tests: number): number {
  const q = 2 * Math.log(tests / ALPHA);
  return Math.sqrt(q - Math.log((Math.PI * q) / 2));
}

/**
 * Computes how many standard deviations a difference of Poisson counts is away from nothing, with its sign: its quantile
 * at z deviations is z * deviation + (z^2 - 1) / 6 * step (Cornish and Fisher 1938), solved for z.
 *
 * @param step the size of one count, in the unit of the difference
 */
export function computePoissonDeviations(difference: number, deviation: number, step: number): number {
  const root = Math.sqrt(deviation ** 2 + (2 * step * (Math.abs(difference) + step / 6)) / 3);
  return Math.sign(difference) * (3 / step) * (root - deviation);
}

/**
 * Computes the interval of 95 % of a part, from 0 to 1, that was seen of so many (Wilson 1927).
 *
 * @param variance of the part of each of them, if more than chance takes part in it
 */
export function computeWilsonInterval(part: number, of: number, variance = 0): Interval {
  const square = CRITICAL ** 2;
  const [middle, width] = [2 * of * part + square, of + square];
  const root = Math.sqrt(Math.max(0, middle ** 2 - 4 * width * (of * part ** 2 - square * variance)));
  const [low = 0, high = 1] = [-root, root].map((side) => Math.min(1, Math.max(0, (middle + side) / (2 * width))));
  return { low, high };
}
