import { median } from "d3-array";
import { fitLine } from "../curve/statistics/line.ts";

/** A figure of an episode, with its length in seconds. */
export interface SizedFigure {
  readonly end: number;
  readonly value: number;
}

/**
 * Computes what a figure would be at the usual length, since fewer hear the end of a long episode: its distance from a
 * line over the length's logarithm. So a change that the length explains as well is none.
 */
export function adjustForLength(figures: readonly SizedFigure[]): number[] {
  const middle = Math.log(median(figures, ({ end }) => end) ?? 1);
  const { slope } = fitLine(
    figures.map(({ end }) => Math.log(end)),
    figures.map(({ value }) => value),
  );
  return figures.map(({ end, value }) => value - slope * (Math.log(end) - middle));
}

/** The median lengths of two groups of episodes differ if they differ by more than this factor. */
const FACTOR = 1.25;

/** How the length of episodes has changed: medians in seconds. */
export interface LengthChange {
  readonly before: number;
  readonly after: number;
}

/** Finds out whether episodes have become longer or shorter by more than a quarter. */
export function findLengthChange(before: readonly number[], after: readonly number[]): LengthChange | undefined {
  const [one = 0, other = 0] = [median(before), median(after)];
  return Math.max(one, other) > FACTOR * Math.min(one, other) ? { before: one, after: other } : undefined;
}
