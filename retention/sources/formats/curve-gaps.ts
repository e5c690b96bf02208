import { pairs } from "d3-array";
import { isStopJudged } from "./coverage.ts";
import type { Curve, CurvePoint } from "./platform-curve.ts";
import { findPositionSteps, MIN_STEPS, type PositionSteps, TOLERANCE } from "./position-steps.ts";

/** A start or an end without values is told only if it has so many steps, and is more than such a part of the episode. */
const MIN_END_STEPS = 2;
const MIN_END_SHARE = 0.02;

/** A part of a curve without values, in the unit of `at`: from the start of its first bin to the end of its last one. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A stretch between two values. */
interface Gap extends Stretch {
  /** Number of its bins. */
  readonly missing: number;
  /** Returns the start of one of its bins, whose index is from 0 on. */
  startOf(index: number): number;
}

/** Where a curve has no values. */
export interface Gaps {
  readonly inside: readonly Gap[];
  /** Before the first value, and after the last one. */
  readonly outside: readonly Stretch[];
  /** The number of positions from the first one to the last, with and without a value. */
  readonly positions: number;
}

/**
 * The positions of a curve before its episode's end, in ascending order. A curve has a value at 0, 30, 60, 90 and 210 seconds,
 * and a row without one at 120. Then 120 is among `starts` alone. 150 and 180 are in neither list, and are found by the step of 30.
 */
interface Grid extends PositionSteps {
  /** All of them, with or without a value. */
  readonly starts: readonly number[];
  readonly hasValue: (start: number) => boolean;
}

/** Finds where a curve has no values. @param duration in seconds: what lies beyond it is not looked at */
export function findGaps(curve: Curve, duration: number): Gaps {
  const end = curve.positions === "percent" ? 100 : duration;
  const grid = findEvenGrid(curve, end) ?? sortGrid(curve, end);
  const positions = (grid.indexes.at(-1) ?? 0) - (grid.indexes[0] ?? 0) + 1;
  return { inside: findInside(grid), outside: findOutside(grid, end, isStopJudged(curve)), positions };
}

/** Takes positions as they are, if they are in order and have the same distance; undefined if not. Most curves need no sorting. */
function findEvenGrid({ points, blanks = [] }: Curve, end: number): Grid | undefined {
  const step = blanks.length === 0 ? findEvenStep(points) : undefined;
  if (step === undefined || (points.at(-1)?.at ?? 0) >= end) return undefined;
  const starts = points.map(({ at }) => at);
  return {
    starts,
    hasValue: () => true,
    step,
    indexes: starts.map((_, index) => index),
    startOf: (index) => starts[index] ?? 0,
  };
}

function findEvenStep(points: readonly CurvePoint[]): number | undefined {
  const [first, second] = points;
  if (!first || !second || points.length <= MIN_STEPS) return undefined;
  const step = second.at - first.at;
  const isEven = step > 0 && points.every(({ at }, index) => Math.abs(at - first.at - index * step) < TOLERANCE * step);
  return isEven ? step : undefined;
}

function sortGrid({ points, blanks = [] }: Curve, end: number): Grid {
  const withValue = new Set(points.map(({ at }) => at));
  const starts = [...new Set([...withValue, ...blanks])].filter((at) => at < end).sort((one, other) => one - other);
  return { starts, hasValue: (start) => withValue.has(start), ...findPositionSteps(starts) };
}

/** Finds the positions between two values that have none, whether their rows are blank or missing. */
function findInside({ starts, hasValue, indexes, startOf }: Grid): Gap[] {
  const valued = starts.flatMap((start, place) => (hasValue(start) ? [{ start, index: indexes[place] ?? 0 }] : []));
  return pairs(valued).flatMap(([one, other]) => {
    const first = one.index + 1;
    const missing = other.index - first;
    if (missing === 0) return [];
    return [{ from: startOf(first), to: other.start, missing, startOf: (index: number) => startOf(first + index) }];
  });
}

/** @param isJudged whether coverage.ts judges where the curve stops, a tenth early or more: then only blanks are told of its end */
function findOutside({ starts, hasValue, step }: Grid, end: number, isJudged: boolean): Stretch[] {
  const first = starts.find(hasValue) ?? 0;
  const last = starts.findLast(hasValue) ?? 0;
  const before = { from: 0, to: first };
  const after = { from: step === undefined ? (starts.find((at) => at > last) ?? end) : last + step, to: end };
  const isLong = ({ from, to }: Stretch) =>
    step !== undefined && Math.round((to - from) / step) >= MIN_END_STEPS && to - from > MIN_END_SHARE * end;
  const hasBefore = (starts[0] ?? first) < first || isLong(before);
  const hasAfter = (starts.at(-1) ?? last) > last || (isLong(after) && !isJudged);
  return [hasBefore ? before : [], hasAfter ? after : []].flat();
}
