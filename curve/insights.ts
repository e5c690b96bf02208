import { bisector } from "d3-array";
import type { Chart, Point } from "../lib/chart.ts";
import type { Moment } from "./moments/moment.ts";
import { computeMoments } from "./moments/moments.ts";

/** Key figures of a curve. Percentages are in its own unit, which is percent of the peak in most charts. */
export interface Insights {
  /** Mean over the whole curve, weighted by time. */
  readonly average: number;
  /** Average time heard, in seconds: the same mean, of the episode's duration. */
  readonly heard: number;
  /** Percentages at the quarters of the episode. */
  readonly remaining: readonly Remaining[];
  /** Percentages after 1 and 5 minutes, as far as the episode is longer. */
  readonly early: readonly Early[];
  readonly moments: readonly Moment[];
}

interface Remaining {
  /** Fraction of the episode's duration, from 0 to 1. */
  readonly part: number;
  readonly percentage: number;
}

interface Early {
  readonly minutes: number;
  readonly percentage: number;
}

const PARTS = [0.25, 0.5, 0.75, 1];

const EARLY_MINUTES = [1, 5];

const byTime = bisector(({ time }: Point) => time);

/**
 * Computes the key figures of a chart with at least one point.
 *
 * @param listeners undefined if it is not known
 */
export function computeInsights(chart: Chart, listeners?: number): Insights {
  const { duration, data } = chart;
  const average = computeAverage(duration, data);
  const minutes = EARLY_MINUTES.filter((minute) => minute * 60 < duration);
  return {
    average,
    heard: (average / 100) * duration,
    remaining: PARTS.map((part) => ({ part, percentage: computePercentageAt(data, duration * part) })),
    early: minutes.map((minute) => ({ minutes: minute, percentage: computePercentageAt(data, minute * 60) })),
    moments: computeMoments(chart, listeners),
  };
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
