import { bisector } from "d3-array";
import type { Point } from "../lib/chart.ts";
import { computeFigures, type Figures } from "./figures.ts";
import type { BinnedCurve } from "./levels/bins.ts";
import type { Levels } from "./levels/levels.ts";
import { MIN_LISTENERS } from "./levels/noise.ts";
import type { Moment } from "./moments/moment.ts";
import { findMoments } from "./moments/moments.ts";

/** What a curve tells. Percentages are in its own unit, which is percent of the peak in most charts. */
export interface Insights {
  /** Seconds: where the file ends, which is not always the duration in the feed. */
  readonly end: number;
  readonly figures: Figures;
  /** Average time heard, in seconds. */
  readonly heard: number;
  readonly moments: readonly Moment[];
  /** The listeners that 100 % are, if that is known. */
  readonly whole?: number;
  /** Whether fewer than 30 listen, so that only moments of 30 % and more are named. */
  readonly isOfFew?: true;
}

/**
 * Computes what a curve tells.
 *
 * @param listeners undefined if it is not known
 * @param similar other episodes of a similar length; empty if there are none, or too few to say what is usual
 */
export function computeInsights(curve: BinnedCurve, listeners?: number, similar: readonly Levels[] = []): Insights {
  const figures = computeFigures(curve);
  return {
    end: curve.end,
    figures,
    heard: (figures.average / 100) * curve.end,
    moments: findMoments(curve, similar),
    ...(listeners !== undefined && { whole: Math.round(100 / curve.step) }),
    ...(curve.listeners < MIN_LISTENERS && { isOfFew: true }),
  };
}

const byTime = bisector(({ time }: Point) => time);

/** Returns the last point at or before a time, or the first point if all are later. */
export function findPointAt(data: readonly Point[], time: number): Point | undefined {
  return data[Math.max(0, byTime.right(data, time) - 1)];
}
