import { bisector } from "d3-array";
import type { Chart, Point } from "../../../lib/chart.ts";

/** What one wants to know of a curve at a glance. All percentages are of the curve's peak. */
export interface Insights {
  /** Over the whole curve, weighted by time. */
  readonly average: number;
  /** How many listeners are there at some parts of the episode. */
  readonly remaining: readonly Remaining[];
  /** None where the curve never falls. */
  readonly sharpestDrop: Drop | undefined;
}

export interface Remaining {
  /** Of the episode, from 0 to 1. */
  readonly part: number;
  readonly percentage: number;
}

/** A fall of the curve. */
export interface Drop {
  /** Seconds at which it begins. */
  readonly time: number;
  /** Seconds that it takes. */
  readonly seconds: number;
  /** Percentage points lost. */
  readonly points: number;
}

const PARTS = [0.25, 0.5, 0.75, 1];

/** The time that a drop may take, in seconds: as long as a listener takes to skip an advertisement. */
const DROP_SECONDS = 30;

const byTime = bisector(({ time }: Point) => time);

/** What a curve tells; it has at least one point. */
export function computeInsights({ duration, data }: Chart): Insights {
  const remaining = PARTS.map((part) => ({ part, percentage: computePercentageAt(data, duration * part) }));
  return { average: computeAverage(duration, data), remaining, sharpestDrop: computeSharpestDrop(data) };
}

function computePercentageAt(data: readonly Point[], time: number): number {
  return findPointAt(data, time)?.percentage ?? 0;
}

/** The point that says how many listeners are there at a time: the last one that is not later, or else the first. */
export function findPointAt(data: readonly Point[], time: number): Point | undefined {
  return data[Math.max(0, byTime.right(data, time) - 1)];
}

/** Each point counts until the next one, the last one until the end of the episode. */
function computeAverage(duration: number, data: readonly Point[]): number {
  let sum = 0;
  let seconds = 0;
  for (const [index, { time, percentage }] of data.entries()) {
    const length = Math.max(0, (data[index + 1]?.time ?? duration) - time);
    sum += percentage * length;
    seconds += length;
  }
  return seconds > 0 ? sum / seconds : (data[0]?.percentage ?? 0);
}

/**
 * The largest loss within 30 seconds, or between two consecutive points further apart; the first and shortest
 * of these.
 *
 * Takes time in proportion to the points: those from which a drop could begin are kept in falling order, so that
 * the highest and last within 30 seconds is always the first of them.
 */
function computeSharpestDrop(data: readonly Point[]): Drop | undefined {
  const starts: Point[] = [];
  let first = 0;
  let sharpest: Drop | undefined;
  for (const end of data) {
    // The point before this one stays, however far it is.
    while (first < starts.length - 1 && isTooEarly(starts[first], end)) first++;
    const start = starts[first];
    if (start) {
      const drop = { time: start.time, seconds: end.time - start.time, points: start.percentage - end.percentage };
      if (isSharper(drop, sharpest)) sharpest = drop;
    }
    while (starts.length > first && isAsHigh(end, starts.at(-1))) starts.pop();
    starts.push(end);
  }
  return sharpest;
}

function isTooEarly(start: Point | undefined, end: Point): boolean {
  return start !== undefined && end.time > start.time + DROP_SECONDS;
}

function isAsHigh(point: Point, other: Point | undefined): boolean {
  return other !== undefined && point.percentage >= other.percentage;
}

function isSharper(drop: Drop, other: Drop | undefined): boolean {
  if (!other) return drop.points > 0;
  return drop.points > other.points || (drop.points === other.points && drop.seconds < other.seconds);
}
