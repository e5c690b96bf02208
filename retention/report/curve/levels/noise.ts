import { min, pairs } from "d3-array";
import type { Point } from "../../../../lib/chart.ts";
import { computeMedian } from "../statistics/spread.ts";

/** With fewer listeners, one of them is more than three percentage points. */
export const MIN_LISTENERS = 30;

/** Smaller differences of two percentages are rounding, since most have two decimals. */
const ROUNDING = 0.015;

/** Parts of a curve of which the median is taken, so that a single cliff or advertisement does not count. */
const PARTS = 10;

/** Most levels, evenly spread, from which 100 % is counted in listeners. */
const MAX_LEVELS = 200;

/**
 * Computes what one listener more or less changes, in percentage points: from the number of listeners, or if that is
 * not known, as the smallest difference of two levels.
 */
export function computeStep(data: readonly Point[], listeners: number | undefined): number {
  if (listeners !== undefined && listeners > 0) return 100 / estimateWhole(data, listeners);
  const levels = [...new Set([0, ...data.map(({ percentage }) => percentage)])].sort((one, other) => one - other);
  const gaps = pairs(levels, (one, other) => other - one).filter((gap) => gap > ROUNDING);
  return Math.min(100, min(gaps) ?? 100);
}

/**
 * Counts the listeners that are 100 %. Where that is the peak, they are fewer than all: the largest number of which
 * every level is a whole one. Where no number fits, the percentages were not counted here: all listeners.
 */
function estimateWhole(data: readonly Point[], listeners: number): number {
  const every = Math.max(1, Math.floor(data.length / MAX_LEVELS));
  const levels = data.filter((_, index) => index % every === 0).map(({ percentage }) => percentage / 100);
  for (let whole = listeners; whole >= listeners / 2; whole--) {
    const error = 1e-6 + whole * 5e-5;
    if (levels.every((level) => Math.abs(level * whole - Math.round(level * whole)) <= error)) return whole;
  }
  return listeners;
}

/**
 * Computes how much comes and goes: the sum of all changes in a part of the curve per second that is heard there. The
 * median of ten parts.
 *
 * @param end seconds
 * @param gap seconds between two points
 */
export function computeFlux(data: readonly Point[], end: number, gap: number): number {
  const parts = Array.from({ length: PARTS }, () => ({ moved: 0, heard: 1e-9 }));
  let before = data[0]?.percentage ?? 0;
  for (const { time, percentage } of data.slice(1)) {
    const part = parts[Math.floor((time / end) * PARTS)];
    if (part) {
      part.moved += Math.abs(percentage - before);
      part.heard += percentage * gap;
    }
    before = percentage;
  }
  return computeMedian(parts.map(({ moved, heard }) => moved / heard));
}
