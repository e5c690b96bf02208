import { median, min, pairs } from "d3-array";
import type { Point } from "../../lib/chart.ts";

/** The standard deviation of normal noise is this multiple of its median absolute deviation (Rousseeuw and Croux 1993). */
const MAD_TO_DEVIATION = 1.4826;

/** Distances, in bins, at which noise is measured: the noise of neighbours, and that of slow wandering. */
const LAGS = [1, 2, 4];

/** Smallest standard deviation in percentage points: most values are rounded to two decimals. */
const MIN_DEVIATION = 0.05;

/** How much a curve changes without a reason, in percentage points. */
export interface Noise {
  /** Standard deviation of a bin around a straight line. */
  readonly deviation: number;
  /** What one listener more or less changes. */
  readonly step: number;
}

/**
 * Estimates a curve's noise. Steps and bumps hardly change the result, because medians ignore them. Straight lines don't
 * change it at all, because second differences ignore them.
 *
 * @param step what one listener more or less changes, in percentage points
 */
export function computeNoise(values: readonly number[], step: number): Noise {
  const deviations = LAGS.map((lag) => {
    const bends = values.slice(2 * lag).map((value, index) => {
      return value - 2 * (values[index + lag] ?? 0) + (values[index] ?? 0);
    });
    return (MAD_TO_DEVIATION * (median(bends, Math.abs) ?? 0)) / Math.sqrt(6);
  });
  return { deviation: Math.max(MIN_DEVIATION, step / Math.sqrt(12), ...deviations), step };
}

/** Computes the usual change within some bins, and the standard deviation around it. */
export function computeUsualChange(values: readonly number[], bins: number): { change: number; deviation: number } {
  const changes = values.slice(bins).map((value, index) => value - (values[index] ?? 0));
  const change = median(changes) ?? 0;
  return { change, deviation: MAD_TO_DEVIATION * (median(changes, (other) => Math.abs(other - change)) ?? 0) };
}

/**
 * Computes what one listener more or less changes, in percentage points: from the number of listeners, or if that is
 * not known, as the smallest difference of two values of the curve.
 */
export function computeStep(data: readonly Point[], listeners: number | undefined): number {
  if (listeners !== undefined && listeners > 0) return 100 / listeners;
  const levels = [...new Set([0, ...data.map(({ percentage }) => percentage)])].sort((one, other) => one - other);
  const gaps = pairs(levels, (one, other) => other - one).filter((gap) => gap > 1e-9);
  return Math.min(100, min(gaps) ?? 100);
}
