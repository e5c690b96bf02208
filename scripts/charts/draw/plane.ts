import { greatestIndex, group, leastIndex, max, ticks } from "d3-array";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Chart, Point } from "../../../lib/chart.ts";
import { formatTime } from "./text.ts";

/** Where a curve's values are drawn, and which of them the axes name. */
export interface Plane {
  /** Seconds. */
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly xTicks: readonly Tick[];
  /** What the names of the times are. */
  readonly xUnit: "minutes" | "minutes:seconds";
  readonly yTicks: readonly number[];
}

/** A time that the axis names. */
interface Tick {
  /** In seconds. */
  readonly time: number;
  readonly name: string;
}

/** Episodes that are shorter, in seconds, have too few whole minutes for an axis. */
const SHORT_SECONDS = 180;

/** The distances that axes are divided by, in seconds. */
const SHORT_STEPS = [1, 2, 5, 10, 15, 30, 60, 120];
const STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 480, 960].map((minutes) => minutes * 60);

/**
 * The plane of a curve: from 0 to the end of the episode, and percent from 0 to 100, or above where
 * the curve goes there.
 *
 * @param xRange where the beginning and the end are drawn
 * @param yRange where zero and the highest percentage are drawn
 * @param xTicks how many times there is room to name
 */
export function computePlane(chart: Chart, xRange: Range, yRange: Range, xTicks: number, yTicks: number): Plane {
  const end = Math.max(chart.duration, chart.data.at(-1)?.time ?? 0) || 60;
  const top = Math.max(100, max(chart.data, ({ percentage }) => percentage) ?? 0);
  const y = scaleLinear([0, top], [yRange.from, yRange.to]);
  if (top > 100) y.nice(yTicks);
  const isShort = end < SHORT_SECONDS;
  return {
    x: scaleLinear([0, end], [xRange.from, xRange.to]),
    y,
    xTicks: computeTimes(end, xTicks, isShort ? SHORT_STEPS : STEPS).map((time) => {
      return { time, name: isShort ? formatTime(time) : String(time / 60) };
    }),
    xUnit: isShort ? "minutes:seconds" : "minutes",
    yTicks: top > 100 ? y.ticks(yTicks) : computeQuarters(yTicks),
  };
}

/** From where to where something is drawn, in the units of the drawing. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

function computeTimes(end: number, count: number, steps: readonly number[]): number[] {
  const step = steps.find((seconds) => end / seconds <= count);
  if (!step) return ticks(0, end / 60, count).map((minutes) => minutes * 60);
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
