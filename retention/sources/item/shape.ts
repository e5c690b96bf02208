import { mean, range, rank } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";

/** Places of a curve at which it is read, and those that are compared: openings and endings are alike in all episodes. */
const PLACES = 100;
const [FIRST, LAST] = [5, 92];

/** Fewer places at which the earlier curve changes tell nothing. */
const MIN_CHANGES = 20;

/** Changes of a file's curve and of its later one go together at least so much (docs/decisions/what-has-changed.md). */
const MIN_CORRELATION = 0.3;

/**
 * Checks whether a curve can't be a later one of the same file. Listeners only come, so those who left at a place still have, and
 * the changes from place to place stay much the same; those of two files are as alike as chance makes them (Spearman 1904).
 */
export function isOfOtherShape(before: Chart, now: Chart): boolean {
  const [old, recent] = [computeSteps(before), computeSteps(now)];
  if (old.filter((change) => change !== 0).length < MIN_CHANGES) return false;
  return correlate(Array.from(rank(old)), Array.from(rank(recent))) < MIN_CORRELATION;
}

/** Computes by how much a curve changes from each place to the next. */
function computeSteps({ duration, data }: Chart): number[] {
  const end = duration || (data.at(-1)?.time ?? 0);
  const levels = range(FIRST - 1, LAST).map((place) => {
    const time = ((place + 0.5) / PLACES) * end;
    return (data.findLast((point) => point.time <= time) ?? data[0])?.percentage ?? 0;
  });
  return levels.slice(1).map((level, index) => Math.round(100 * (level - (levels[index] ?? 0))));
}

function correlate(one: readonly number[], other: readonly number[]): number {
  const [middle, otherMiddle] = [mean(one) ?? 0, mean(other) ?? 0];
  let [both, square, otherSquare] = [0, 0, 0];
  for (const [index, value] of one.entries()) {
    const [x, y] = [value - middle, (other[index] ?? 0) - otherMiddle];
    both += x * y;
    square += x * x;
    otherSquare += y * y;
  }
  return both / (Math.sqrt(square * otherSquare) || 1);
}
