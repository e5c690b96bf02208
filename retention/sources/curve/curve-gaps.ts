import { ascending, mean, median, pairs, sum } from "d3-array";
import { isStopJudged } from "./coverage.ts";
import type { Curve } from "./platform-curve.ts";

/** Usual distances that show that a curve has a value for each step. */
const MIN_STEPS = 3;

/** Part of the median by which a usual distance may differ from it: steps of 2.5 seconds are rounded to 2 and 3. */
const NEAR = 0.34;

/** From how many steps on a distance is a gap. Rounding makes no distance so long if steps are of two units or more. */
const GAP = 1.8;

/** A start or an end without values is told only if it has so many steps, and is more than such a part of the episode. */
const MIN_END_STEPS = 2;
const MIN_END_SHARE = 0.02;

/** A part of a curve without values, in the unit of `at`: from the start of its first bin to the end of its last one. */
export interface EmptyPart {
  readonly from: number;
  readonly to: number;
}

/** A stretch between two values. */
interface InnerGap extends EmptyPart {
  /** Number of its bins. */
  readonly missing: number;
  /** Lists the starts of its bins. */
  listStarts(): number[];
}

/** Where a curve has no values. */
export interface Gaps {
  readonly inside: readonly InnerGap[];
  /** Before the first value, and after the last one. */
  readonly outside: readonly EmptyPart[];
  /** The number of positions from the first one to the last, with and without a value. */
  readonly positions: number;
}

/**
 * The rows of a curve before its episode's end. A curve has a value at 0, 30, 60, 90 and 210 seconds, and a row without one at
 * 120. Then 120 is among `starts` alone. 150 and 180 are in neither list, and are found by the step of 30.
 */
interface CurveRows {
  /** All of them in ascending order, with or without a value. */
  readonly starts: readonly number[];
  readonly hasValue: (start: number) => boolean;
  /** The mean of the usual distances; undefined if less than half are usual. Then no row is known to be missing. */
  readonly step: number | undefined;
}

/** Finds where a curve has no values. @param duration in seconds: what lies beyond it is not looked at */
export function findMissing(curve: Curve, duration: number): Gaps {
  const end = curve.positions === "percent" ? 100 : duration;
  const rows = sortRows(curve, end);
  const missing = sum(pairs(rows.starts, (from, to) => countBetween(from, to, rows.step)));
  return {
    inside: findInside(rows),
    outside: findOutside(rows, end, isStopJudged(curve)),
    positions: rows.starts.length + missing,
  };
}

function sortRows({ points, blanks = [] }: Curve, end: number): CurveRows {
  const withValue = new Set(points.map(({ at }) => at));
  const others = new Set(blanks.filter((at) => !withValue.has(at)));
  const starts = [...withValue, ...others].filter((at) => at < end).sort(ascending);
  return { starts, hasValue: (start) => withValue.has(start), step: findUsualStep(starts) };
}

function findUsualStep(starts: readonly number[]): number | undefined {
  const distances = pairs(starts, (from, to) => to - from);
  const middle = median(distances) ?? 0;
  const usual = distances.filter((distance) => Math.abs(distance - middle) <= NEAR * middle);
  return usual.length >= MIN_STEPS && 2 * usual.length >= distances.length ? mean(usual) : undefined;
}

/** Counts the rows that are missing between two others. */
function countBetween(from: number, to: number, step = Number.POSITIVE_INFINITY): number {
  const steps = (to - from) / step;
  return steps > GAP ? Math.round(steps) - 1 : 0;
}

/** Finds the positions between two values that have none, whether their rows are blank or missing. */
function findInside({ starts, hasValue, step }: CurveRows): InnerGap[] {
  const valued = starts.flatMap((start, place) => (hasValue(start) ? place : []));
  return pairs(valued).flatMap(([one, other]) => {
    const isWhole = other === one + 1 && countBetween(starts[one] ?? 0, starts[other] ?? 0, step) === 0;
    return isWhole ? [] : measureGap(starts.slice(one, other + 1), step);
  });
}

/** @param starts of the value before, of the blank rows, and of the value after */
function measureGap(starts: readonly number[], step: number | undefined): InnerGap {
  const counted = pairs(starts, (from, to) => ({ from, to, missing: countBetween(from, to, step) }));
  const listStarts = () =>
    counted
      .flatMap(({ from, to, missing }) =>
        Array.from({ length: missing + 1 }, (_, index) => from + ((to - from) * index) / (missing + 1)),
      )
      .slice(1);
  const [{ from, to, missing } = { from: 0, to: 0, missing: 0 }] = counted;
  return {
    from: from + (to - from) / (missing + 1),
    to: starts.at(-1) ?? 0,
    missing: sum(counted, ({ missing }) => missing) + counted.length - 1,
    listStarts,
  };
}

/** @param isJudged whether coverage.ts judges where the curve stops, a tenth early or more: then only blanks are told of its end */
function findOutside({ starts, hasValue, step }: CurveRows, end: number, isJudged: boolean): EmptyPart[] {
  const first = starts.find(hasValue) ?? 0;
  const last = starts.findLast(hasValue) ?? 0;
  const before = { from: 0, to: first };
  const after = { from: step === undefined ? (starts.find((at) => at > last) ?? end) : last + step, to: end };
  const isLong = ({ from, to }: EmptyPart) =>
    step !== undefined && Math.round((to - from) / step) >= MIN_END_STEPS && to - from > MIN_END_SHARE * end;
  const hasBefore = (starts[0] ?? first) < first || isLong(before);
  const hasAfter = (starts.at(-1) ?? last) > last || (isLong(after) && !isJudged);
  return [hasBefore ? before : [], hasAfter ? after : []].flat();
}
