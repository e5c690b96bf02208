import { pairs, sum } from "d3-array";
import type { Point } from "../../../../lib/chart.ts";

/** A part of a curve without points, in seconds: between the values of two points. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What an import lets a curve lack: points in a row, or a part of all, and a part in all. Curves that lack more have no usual step. */
const MAX_RUN = 2;
const MAX_RUN_SHARE = 0.02;
const MAX_SHARE = 0.05;

/** Part of a step by which a multiple of it may be off. */
const TOLERANCE = 0.01;

/**
 * Finds where a curve of equal steps lacks a few points. Curves that lack many have other reasons: a point only where
 * something changes.
 *
 * @param step the usual distance of two points, in seconds
 */
export function findGaps(data: readonly Point[], step: number): Gap[] {
  const steps = pairs(data, (one, other) => ({
    from: one.time + step,
    to: other.time,
    steps: (other.time - one.time) / step,
  }));
  const longer = steps.filter(({ steps }) => steps > 1 + TOLERANCE);
  const missing = sum(longer, ({ steps }) => steps - 1);
  const positions = data.length + missing;
  const isEven = steps.every(({ steps }) => Math.abs(steps - Math.round(steps)) < TOLERANCE && Math.round(steps) > 0);
  const isFew = longer.every(({ steps }) => steps - 1 <= Math.max(MAX_RUN, MAX_RUN_SHARE * positions) + TOLERANCE);
  return isEven && isFew && missing <= MAX_SHARE * positions + TOLERANCE
    ? longer.map(({ from, to }) => ({ from, to }))
    : [];
}

/** Fills the gaps of a curve with a straight line, one point for each that is missing. */
export function fillGaps(data: readonly Point[], gaps: readonly Gap[]): readonly Point[] {
  const starts = new Map(gaps.map(({ from, to }) => [to, from]));
  return data.flatMap((point, index) => {
    const [from, before] = [starts.get(point.time), data[index - 1]];
    if (from === undefined || !before) return [point];
    const step = from - before.time;
    const count = Math.round((point.time - from) / step);
    const rise = (point.percentage - before.percentage) / (count + 1);
    const filled = Array.from({ length: count }, (_, place) => ({
      time: from + place * step,
      percentage: before.percentage + (place + 1) * rise,
    }));
    return [...filled, point];
  });
}

/** Splits a curve at its gaps. A part ends where its gap begins, with its last value once more. */
export function splitAtGaps(points: readonly Point[], gaps: readonly Gap[]): Point[][] {
  const starts = [0, ...gaps.map(({ to }) => points.findIndex(({ time }) => time === to))];
  return starts.map((start, index) => {
    const part = points.slice(start, starts[index + 1]);
    const [last, end] = [part.at(-1), gaps[index]?.from ?? 0];
    return last && last.time < end ? [...part, { ...last, time: end }] : part;
  });
}
