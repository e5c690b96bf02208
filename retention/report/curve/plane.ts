import { greatestIndex, group, leastIndex, max, ticks } from "d3-array";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Chart, Point } from "../../../lib/chart.ts";
import { formatTime } from "../../sources/base/times.ts";

/** The scales and axis labels of a picture. */
export interface Plane {
  /** From seconds to the horizontal coordinate. */
  readonly x: ScaleLinear<number, number>;
  /** From percent to the vertical coordinate. */
  readonly y: ScaleLinear<number, number>;
  readonly xTicks: readonly Tick[];
  /** Unit of the times' labels. */
  readonly xUnit: TimeUnit;
  readonly yTicks: readonly number[];
}

type TimeUnit = "minutes:seconds" | "minutes" | "hours:minutes";

/** A labelled time on the axis. */
interface Tick {
  /** Seconds. */
  readonly time: number;
  readonly name: string;
}

/** Seconds. Shorter episodes are labelled in minutes and seconds, because they have too few whole minutes. */
const SHORT_SECONDS = 180;

/** Seconds. Longer episodes are labelled in hours and minutes. */
const LONG_SECONDS = 7_200;

/** Distances between labelled times, in seconds. */
const SHORT_STEPS = [1, 2, 5, 10, 15, 30, 60, 120];
const STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 480, 960].map((minutes) => minutes * 60);

/**
 * Computes the plane of a curve: times from 0 to the end of the episode, percentages from 0 to 100 or to a higher peak.
 *
 * @param xRange coordinates of the beginning and the end
 * @param yRange coordinates of zero and the highest percentage
 * @param xTicks number of labelled times for which there is room
 * @param yTicks approximate number of labelled percentages
 */
export function computePlane(chart: Chart, xRange: Ends, yRange: Ends, xTicks: number, yTicks: number): Plane {
  const end = Math.max(chart.duration, chart.data.at(-1)?.time ?? 0) || 60;
  const top = Math.max(100, max(chart.data, ({ percentage }) => percentage) ?? 0);
  const y = scaleLinear([0, top], [yRange.from, yRange.to]);
  if (top > 100) y.nice(yTicks);
  const xUnit = end < SHORT_SECONDS ? "minutes:seconds" : end > LONG_SECONDS ? "hours:minutes" : "minutes";
  return {
    x: scaleLinear([0, end], [xRange.from, xRange.to]),
    y,
    xTicks: computeTimes(end, xTicks, xUnit === "minutes:seconds" ? SHORT_STEPS : STEPS).map((time) => {
      return { time, name: formatTick(time, xUnit) };
    }),
    xUnit,
    yTicks: top > 100 ? y.ticks(yTicks) : computeQuarters(yTicks),
  };
}

/** Formats hours and minutes as minutes and seconds are: `1:30`. */
function formatTick(time: number, unit: TimeUnit): string {
  if (unit === "minutes") return String(time / 60);
  if (unit === "minutes:seconds") return formatTime(time);
  return `${Math.floor(time / 3_600)}:${String(Math.round((time % 3_600) / 60)).padStart(2, "0")}`;
}

/** Coordinates between which something is drawn, in the units of the picture. */
export interface Ends {
  readonly from: number;
  readonly to: number;
}

function computeTimes(end: number, count: number, steps: readonly number[]): number[] {
  const step = steps.find((seconds) => end / seconds <= count);
  if (!step) return ticks(0, end / 3_600, count).map((hours) => hours * 3_600);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

function computeQuarters(count: number): number[] {
  return count < 5 ? [0, 50, 100] : [0, 25, 50, 75, 100];
}

/** Returns a curve's points, with the last one repeated at the end of the episode if the curve ends earlier. */
export function extendToEnd({ duration, data }: Chart): readonly Point[] {
  const last = data.at(-1);
  return last && last.time < duration ? [...data, { ...last, time: duration }] : data;
}

/** A place in a picture. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** Returns the SVG path of steps: from each place to the right, then up or down to the next. */
export function traceSteps(places: readonly PicturePoint[]): string {
  const [first = { x: 0, y: 0 }, ...others] = places.map(({ x, y }) => ({ x: roundToTenth(x), y: roundToTenth(y) }));
  let { y: height } = first;
  const steps = others.map(({ x, y }, index) => {
    const isRedundant = y === height && index < others.length - 1;
    height = y;
    return isRedundant ? "" : `H${x}V${y}`;
  });
  return `M${first.x},${first.y}${steps.join("")}`;
}

/** Returns the SVG path of a straight line through places. */
export function traceLine(places: readonly PicturePoint[]): string {
  return `M${places.map(({ x, y }) => `${roundToTenth(x)},${roundToTenth(y)}`).join("L")}`;
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * Thins points to the outline of their curve: keeps the first, last, lowest and highest point of each bucket.
 *
 * @param bucket returns the number of a point's bucket, such as the pixel column in which it is drawn
 */
export function thinToOutline(data: readonly Point[], bucket: (point: Point) => number): Point[] {
  return [...group(data, bucket).values()].flatMap((points) => {
    const kept = new Set([0, leastIndex(points, byPercentage), greatestIndex(points, byPercentage), points.length - 1]);
    return points.filter((_, index) => kept.has(index));
  });
}

function byPercentage(one: Point, other: Point): number {
  return one.percentage - other.percentage;
}
