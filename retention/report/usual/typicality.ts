import { deviation, mean, median } from "d3-array";
import { type FigureName, listTold } from "../curve/figures.ts";
import { ALPHA } from "../curve/statistics/limits.ts";
import { computeStudentLimit, computeStudentP } from "../curve/statistics/student.ts";
import type { Measures } from "./measured.ts";
import { MIN_OTHERS, type Others } from "./others.ts";
import { REPORTED_FIGURES } from "./reported-figures.ts";
import { getCompared } from "./usual.ts";

/** A figure of an episode that differs from those of the others by more than chance. */
export interface Deviation {
  readonly figure: FigureName;
  readonly value: number;
  /** The others' median. */
  readonly usual: number;
  /** Probability that chance takes an episode like the others as far from them. */
  readonly p: number;
}

/** A figure of an episode, with the range from which those of episodes like the others rarely differ. */
export interface JudgedFigure extends Deviation {
  readonly low: number;
  readonly high: number;
}

/** What typicality is judged by. */
export type FigureInput = Pick<Measures, "figures" | "step" | "youth">;

/** Parts of an episode that are judged, each by one figure. */
export const PARTS = new Set(Object.values(REPORTED_FIGURES).flatMap(({ judged }) => judged ?? []));

/** Smaller differences, in percentage points, are none. */
export const MIN_POINTS = 3;

/** Only where replays count, a figure may be higher. */
const MAX_PERCENTAGE = 100;

/** Of those who are still in a young episode, which may be half, about a tenth is in its first minute. */
const MIN_POINTS_OF_YOUNG = MIN_POINTS + 5;

/** Checks whether a figure differs from the others' by more than chance. */
export function differs({ value, low, high }: JudgedFigure): boolean {
  return value < low || value > high;
}

/**
 * Judges an episode's figures, in order of time, because an early loss lowers all later ones. Computes the ranges that episodes like the others have: Student's prediction intervals, which all figures together leave
 * in 5 % of such episodes. Figures that too few others have are left out.
 */
export function judgeFigures(episode: FigureInput, others: Others<FigureInput>): JudgedFigure[] {
  const smallest = episode.youth ? MIN_POINTS_OF_YOUNG : MIN_POINTS;
  const tested = listTold(episode.figures).filter((name) => REPORTED_FIGURES[name].judged !== undefined);
  return tested.flatMap((figure) => {
    const value = episode.figures[figure];
    const known = getCompared(others, figure).filter(({ figures }) => figures[figure] !== undefined);
    if (value === undefined || known.length < MIN_OTHERS) return [];
    const values = known.map(({ figures }) => figures[figure] ?? 0);
    const [middle, usual] = [mean(values) ?? 0, median(values) ?? 0];
    const variance =
      (deviation(values) ?? 0) ** 2 * (1 + 1 / values.length) + computeExcessChance(episode, known, figure);
    const error = Math.sqrt(variance) || 1e-9;
    const degrees = values.length - 1;
    const reach = error * computeStudentLimit(ALPHA / PARTS.size, degrees);
    return {
      figure,
      value,
      usual,
      p: computeStudentP((value - middle) / error, degrees),
      low: Math.max(0, Math.min(middle - reach, usual - smallest)),
      high: Math.min(Math.max(MAX_PERCENTAGE, ...values), Math.max(middle + reach, usual + smallest)),
    };
  });
}

/** Computes by how much, in squared points, a figure of an episode varies more by chance than the others': it has fewer listeners. */
export function computeExcessChance(episode: FigureInput, others: readonly FigureInput[], figure: FigureName): number {
  const compute = ({ figures, step }: FigureInput) => computeBinomialVariance(figures[figure] ?? 0, step);
  return Math.max(0, compute(episode) - (mean(others, compute) ?? 0));
}

/** Variance of a percentage of as many listeners as there are steps in 100 %. None above 100 %, where replays count. */
function computeBinomialVariance(percentage: number, step: number): number {
  return Math.max(0, (percentage * (100 - percentage) * step) / 100);
}
