import { bisector, max } from "d3-array";
import type { Chart, Point } from "../../../lib/chart.ts";
import type { Unit } from "../../sources/base/kinds.ts";
import { computeFigures, type Figures, type KnownOfCurve } from "./figures.ts";
import type { BinnedCurve } from "./levels/bins.ts";
import { MIN_LISTENERS } from "./levels/noise.ts";
import type { Moment } from "./moments/moment.ts";
import { findMoments, roundToPeople } from "./moments/moments.ts";

/** What a curve tells. Percentages are in its own unit, which is percent of the peak in most charts. */
export interface Insights {
  /** Seconds: where the file ends, which is not always the duration in the feed. */
  readonly end: number;
  readonly figures: Figures;
  /** Seconds at which the credits begin, if a chapter says so. */
  readonly credits?: number;
  /** The average time that a listener heard, in seconds; undefined if listeners were not counted here. */
  readonly heard?: number;
  /** Whether 100 % is the curve's peak. */
  readonly isOfPeak?: true;
  readonly moments: readonly Moment[];
  /** One of what the percentages are of. */
  readonly unit: Unit;
  /** The listeners that 100 % are, if that is known. */
  readonly whole?: number;
  /** Whether fewer than 30 listen, so that only moments of 30 % and more are named. */
  readonly isOfFew?: true;
}

/** What is known of a curve besides its points. */
export interface CurveFacts extends KnownOfCurve {
  readonly listeners?: number | undefined;
  /** The average time that a listener heard, in seconds. The curve does not tell: its peak is not everybody. */
  readonly heard?: number | undefined;
  /** Whether 100 % is the curve's peak. */
  readonly isOfPeak?: boolean | undefined;
  /** What it counts. By default, listeners. */
  readonly unit?: Unit | undefined;
}

/**
 * Computes what a curve tells.
 *
 * @param moments those of the curve beside other episodes; by default, of the curve alone
 */
export function computeInsights(
  curve: BinnedCurve,
  { listeners, heard, isOfPeak = false, credits, kind, unit = "listener" }: CurveFacts = {},
  moments: readonly Moment[] = findMoments(curve, []),
): Insights {
  const figures = computeFigures(curve, { credits, kind });
  const whole = countWhole(curve, listeners);
  return {
    end: curve.end,
    figures,
    ...(credits !== undefined && { credits }),
    ...(heard !== undefined && { heard }),
    ...(isOfPeak && { isOfPeak }),
    moments: roundToPeople(moments, whole),
    unit,
    ...(whole !== undefined && { whole }),
    ...(curve.listeners < MIN_LISTENERS && { isOfFew: true }),
  };
}

/** Counts the listeners that 100 % of a curve are; undefined if that is not known. */
export function countWhole({ step }: Pick<BinnedCurve, "step">, listeners: number | undefined): number | undefined {
  return listeners === undefined ? undefined : Math.round(100 / step);
}

/** Checks whether 100 % is a curve's peak. That of a platform may be all views, or everybody who started. */
export function isOfPeak({ data }: Chart): boolean {
  return max(data, ({ percentage }) => percentage) === 100;
}

const byTime = bisector(({ time }: Point) => time);

/** Returns the last point at or before a time, or the first point if all are later. */
export function findPointAt(data: readonly Point[], time: number): Point | undefined {
  return data[Math.max(0, byTime.right(data, time) - 1)];
}
