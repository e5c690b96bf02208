import { pairs } from "d3-array";
import { isStopJudged } from "./coverage.ts";
import type { Curve, CurvePoint } from "./platform-curve.ts";

/** Steps that show that a curve has a value for each. */
const MIN_STEPS = 3;

/** Part of a step by which a position or a distance may differ from its multiples, as decimals do. */
const TOLERANCE = 1e-3;

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
interface Grid {
  /** All of them, with or without a value. */
  readonly starts: readonly number[];
  /** Those with a value. */
  readonly valued: readonly number[];
  /**
   * Their distance; undefined if fewer than {@link MIN_STEPS} or not most have it, or any lies between two of its multiples. Then
   * blanks are found, but no missing rows.
   */
  readonly step: number | undefined;
}

/** Finds where a curve has no values. @param duration in seconds: what lies beyond it is not looked at */
export function findGaps(curve: Curve, duration: number): Gaps {
  const end = curve.positions === "percent" ? 100 : duration;
  const grid = findEvenGrid(curve, end) ?? sortGrid(curve, end);
  const positions = countPositions(grid);
  const inside = grid.valued.length === positions ? [] : findInside(grid);
  return { inside, outside: findOutside(grid, end, isStopJudged(curve)), positions };
}

function countPositions({ starts, step }: Grid): number {
  if (step === undefined) return starts.length;
  return Math.round(((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / step) + 1;
}

/** Takes positions as they are, if they are in order and have the same distance; undefined if not. Most curves need no sorting. */
function findEvenGrid({ points, blanks = [] }: Curve, end: number): Grid | undefined {
  const step = blanks.length === 0 ? findEvenStep(points) : undefined;
  if (step === undefined || (points.at(-1)?.at ?? 0) >= end) return undefined;
  const starts = points.map(({ at }) => at);
  return { starts, valued: starts, step };
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
  return { starts, valued: starts.filter((at) => withValue.has(at)), step: findStep(starts) };
}

function findStep(starts: readonly number[]): number | undefined {
  const distances = pairs(starts, (from, to) => to - from);
  const step = distances.reduce((min, distance) => Math.min(min, distance), Number.POSITIVE_INFINITY);
  const isMultiple = (distance: number) => Math.abs(distance / step - Math.round(distance / step)) < TOLERANCE;
  const usual = distances.filter((distance) => Math.round(distance / step) === 1).length;
  const isUsual = usual >= MIN_STEPS && 2 * usual > distances.length;
  return step > 0 && isUsual && distances.every(isMultiple) ? step : undefined;
}

function findInside({ starts, valued, step }: Grid): Gap[] {
  return step === undefined ? findBlankRuns(starts, valued) : findMissingSteps(valued, step);
}

/** Finds the steps between two values that have none, whether their rows are blank or missing. */
function findMissingSteps(valued: readonly number[], step: number): Gap[] {
  return pairs(valued).flatMap(([one, other]) => {
    const missing = Math.round((other - one) / step) - 1;
    const from = one + step;
    return missing > 0 ? [{ from, to: other, missing, startOf: (index) => from + index * step }] : [];
  });
}

/** Finds the blanks between two values, one run after another, where positions have no distance of their own. */
function findBlankRuns(starts: readonly number[], valued: readonly number[]): Gap[] {
  const withValue = new Set(valued);
  const indexes = starts.flatMap((at, index) => (withValue.has(at) ? index : []));
  return pairs(indexes).flatMap(([one, other]) => {
    const startOf = (index: number) => starts[one + 1 + index] ?? 0;
    const missing = other - one - 1;
    return missing > 0 ? [{ from: startOf(0), to: startOf(missing), missing, startOf }] : [];
  });
}

/** @param isJudged whether coverage.ts judges where the curve stops, a tenth early or more: then only blanks are told of its end */
function findOutside({ starts, valued, step }: Grid, end: number, isJudged: boolean): Stretch[] {
  const [first = 0] = valued;
  const last = valued.at(-1) ?? 0;
  const before = { from: 0, to: first };
  const after = { from: step === undefined ? (starts.find((at) => at > last) ?? end) : last + step, to: end };
  const isLong = ({ from, to }: Stretch) =>
    step !== undefined && Math.round((to - from) / step) >= MIN_END_STEPS && to - from > MIN_END_SHARE * end;
  const hasBefore = (starts[0] ?? first) < first || isLong(before);
  const hasAfter = (starts.at(-1) ?? last) > last || (isLong(after) && !isJudged);
  return [hasBefore ? before : [], hasAfter ? after : []].flat();
}
