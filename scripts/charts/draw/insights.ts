import { bisector } from "d3-array";
import type { Chart, Point } from "../../../lib/chart.ts";

/** Key figures of a curve, in the unit of its percentages, which is percent of the peak in most charts. */
export interface Insights {
  /** Mean over the whole curve, weighted by time. */
  readonly average: number;
  /** Percentages at the quarters of the episode. */
  readonly remaining: readonly Remaining[];
  /** Undefined if the curve never falls. */
  readonly sharpestDrop: Drop | undefined;
}

export interface Remaining {
  /** Fraction of the episode's duration, from 0 to 1. */
  readonly part: number;
  readonly percentage: number;
}

/** A fall of the curve. */
export interface Drop {
  /** Start, in seconds. */
  readonly time: number;
  /** Length, in seconds. */
  readonly seconds: number;
  /** Percentage points lost. */
  readonly points: number;
}

const PARTS = [0.25, 0.5, 0.75, 1];

/** Seconds within which a drop is looked for: about as long as a listener takes to skip an advertisement. */
const DROP_SECONDS = 30;

const byTime = bisector(({ time }: Point) => time);

/** Computes the key figures of a chart with at least one point. */
export function computeInsights({ duration, data }: Chart): Insights {
  const remaining = PARTS.map((part) => ({ part, percentage: computePercentageAt(data, duration * part) }));
  return { average: computeAverage(duration, data), remaining, sharpestDrop: computeSharpestDrop(data) };
}

function computePercentageAt(data: readonly Point[], time: number): number {
  return findPointAt(data, time)?.percentage ?? 0;
}

/** Returns the last point at or before a time, or the first point if all are later. */
export function findPointAt(data: readonly Point[], time: number): Point | undefined {
  return data[Math.max(0, byTime.right(data, time) - 1)];
}

/** Weights each point by the time until the next one, and the last point by the time until the end of the episode. */
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
 * Finds the largest loss within 30 seconds, or between two consecutive points that are further apart. Of equal losses,
 * the shortest wins, then the first.
 *
 * Runs in linear time with a monotonic queue: `starts` holds the points from which a drop could begin, in falling
 * order. Its first point is the highest within 30 seconds, and the latest of several that are equally high.
 */
function computeSharpestDrop(data: readonly Point[]): Drop | undefined {
  const starts: Point[] = [];
  let first = 0;
  let sharpest: Drop | undefined;
  for (const end of data) {
    // The previous point stays, however far away it is.
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
