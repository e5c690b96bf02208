import { greatestIndex, group, leastIndex, max } from "d3-array";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Chart, Point } from "../../../lib/chart.ts";

/** Where a curve's values are drawn, and which of them the axes name. */
export interface Plane {
  /** Minutes. */
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
}

/** The distances that axes of minutes are divided by, where they are long enough for whole minutes. */
const MINUTE_STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 480, 960];

/**
 * The plane of a curve: minutes from 0 to the end of the episode, percent from 0 to 100, or above where
 * the curve goes there.
 *
 * @param xRange where the first and the last minute are drawn
 * @param yRange where zero and the highest percentage are drawn
 * @param xTicks how many minutes there is room to name
 */
export function computePlane(chart: Chart, xRange: Range, yRange: Range, xTicks: number, yTicks: number): Plane {
  const end = Math.max(chart.duration, chart.data.at(-1)?.time ?? 0) / 60 || 1;
  const top = Math.max(100, max(chart.data, ({ percentage }) => percentage) ?? 0);
  const x = scaleLinear([0, end], [xRange.from, xRange.to]);
  const y = scaleLinear([0, top], [yRange.from, yRange.to]);
  if (top > 100) y.nice(yTicks);
  return {
    x,
    y,
    xTicks: computeMinutes(x, end, xTicks),
    yTicks: top > 100 ? y.ticks(yTicks) : computeQuarters(yTicks),
  };
}

/** From where to where something is drawn, in the units of the drawing. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

function computeMinutes(x: ScaleLinear<number, number>, end: number, count: number): number[] {
  const step = MINUTE_STEPS.find((minutes) => end / minutes <= count);
  if (end < 3 || !step) return x.ticks(count);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

function computeQuarters(count: number): number[] {
  return count < 5 ? [0, 50, 100] : [0, 25, 50, 75, 100];
}

/** A curve's points, and where it ends: the last point counts until the end of the episode. */
export function extendToEnd({ duration, data }: Chart): readonly Point[] {
  const last = data.at(-1);
  return last && last.time < duration ? [...data, { ...last, time: duration }] : data;
}

/**
 * Thins points to those that make up a curve's outline: of each place, the first, the last, the lowest and
 * the highest one.
 *
 * @param place where a point is drawn, as a number that points drawn together share
 */
export function thinToOutline(data: readonly Point[], place: (point: Point) => number): Point[] {
  return [...group(data, place).values()].flatMap((points) => {
    const kept = new Set([0, leastIndex(points, byPercentage), greatestIndex(points, byPercentage), points.length - 1]);
    return points.filter((_, index) => kept.has(index));
  });
}

function byPercentage(one: Point, other: Point): number {
  return one.percentage - other.percentage;
}
