import type { Chart } from "../../lib/chart.ts";
import { type Bins, computeBins } from "./bins.ts";
import type { Moment } from "./moment.ts";
import { computeMoves, type Move } from "./moves.ts";
import { computeNoise, computeStep, computeUsualChange, type Noise } from "./noise.ts";
import { pairMoves } from "./pairs.ts";
import { splitIntoLines } from "./pelt.ts";
import { sharpenMoves } from "./sharpen.ts";

/** Most moments of a curve. */
const MAX_MOMENTS = 5;

/** Fewest bins in which a step can be told from noise. */
const MIN_BINS = 24;

/** A moment is at least so many standard deviations beyond the usual change, and so many percentage points. */
const MIN_DEVIATIONS = 5;
const MIN_POINTS = 2.5;

/** Factor of PELT's penalty over BIC's, because the noise of neighbouring bins is not independent. */
const PENALTY = 2;

/** Seconds, and part of the episode, that listeners take at most to leave at a moment. */
const MAX_TRANSITION = 90;
const MAX_TRANSITION_PART = 0.12;

/**
 * Computes the moments of a curve in order of time: at most five, the largest.
 *
 * The curve is split into straight lines with PELT. Rises and falls between them are moments if they are larger than
 * what the curve does elsewhere within the same time: the threshold grows with the curve's noise, and shrinks as
 * listeners become more.
 *
 * @param listeners undefined if it is not known: then the curve's smallest step stands for one listener
 */
export function computeMoments(chart: Chart, listeners?: number): Moment[] {
  const bins = computeBins(chart);
  if (bins.values.length < MIN_BINS) return [];
  const noise = computeNoise(bins.values, computeStep(chart.data, listeners));
  const penalty = PENALTY * 3 * Math.log(bins.values.length) * noise.deviation ** 2;
  const longest = Math.max(2, Math.min(MAX_TRANSITION / bins.seconds, MAX_TRANSITION_PART * bins.values.length));
  const moves = computeMoves(splitIntoLines(bins.values, penalty), longest);
  const large = moves.filter((move) => isLarge(move, bins, noise));
  return pairMoves(sharpenMoves(large, chart, bins), chart.duration)
    .sort((one, other) => computeSize(other) - computeSize(one))
    .slice(0, MAX_MOMENTS)
    .sort((one, other) => one.from - other.from);
}

function isLarge({ from, to, size }: Move, { values }: Bins, { deviation, step }: Noise): boolean {
  const usual = computeUsualChange(values, to - from + 1);
  const least = Math.max(usual.deviation, deviation, Math.sqrt(step * Math.max(step, Math.abs(usual.change))));
  return Math.abs(size) >= Math.max(MIN_POINTS, MIN_DEVIATIONS * least);
}

/** Returns how many percentage points a moment moves the curve. */
export function computeSize({ before, within }: Moment): number {
  return Math.abs(before - within);
}
