import { bisector, max, mean } from "d3-array";
import type { Chart, Point } from "../../../../lib/chart.ts";
import { computeMedian } from "../statistics/spread.ts";
import { fillGaps, findGaps, type Gap } from "./gaps.ts";
import { computeMiddleRate, type Levels } from "./levels.ts";
import { computeFlux, computeStep, MIN_LISTENERS } from "./noise.ts";

/** A curve as means of equal lengths of time, and how much chance is in it. */
export interface BinnedCurve extends Levels {
  /** Length of a bin in seconds. */
  readonly seconds: number;
  /** Usual distance of two points, in seconds. */
  readonly gap: number;
  readonly values: readonly number[];
  /** Number of listeners. If it is not known, those that the curve's smallest step makes 100 %. */
  readonly listeners: number;
  /** Percentage points that one listener more or less changes. */
  readonly step: number;
  /** How much comes and goes within a second, as part of those present: at least those who leave. */
  readonly flux: number;
  /** Where it lacks points. The values there are of a straight line. */
  readonly gaps: readonly Gap[];
}

/** Shortest bin, in seconds, and most bins: 5 seconds each in an hour. */
export const MIN_SECONDS = 5;
const MAX_BINS = 720;

/** Levels are read from so many seconds on each side of a time. */
const REACH = 5;

/**
 * Computes a curve's bins, which are as long as the distance of its points, but at least five seconds.
 *
 * @param chart with at least one point
 * @param listeners undefined if it is not known: then the curve's smallest step stands for one listener
 */
export function computeBins(chart: Chart, listeners?: number): BinnedCurve {
  const { data } = chart;
  const gap = computeGap(data);
  const step = computeStep(data, listeners);
  const count = listeners ?? Math.round(100 / step);
  const end = findEnd(chart, count, gap);
  const seconds = Math.max(MIN_SECONDS, gap, end / MAX_BINS);
  const gaps = findGaps(data, gap);
  const values = computeMeans(fillGaps(data, gaps), 0, seconds, Math.max(1, Math.floor(end / seconds + 1e-6)));
  const getLevel = (time: number) => readLevel(values, time / seconds, REACH / seconds);
  // Where few listeners leave for good, and none comes back, nothing changes in most parts of a curve.
  const flux = Math.max(computeFlux(data, end, gap), computeMiddleRate({ end, getLevel }));
  return { end, seconds, gap, values, listeners: count, step, flux, gaps, getLevel };
}

/** Computes the usual distance of two points, in seconds; 1 if there is none. */
function computeGap(data: readonly Point[]): number {
  const gaps = data.slice(1).map(({ time }, index) => time - (data[index]?.time ?? 0));
  return computeMedian(gaps.filter((gap) => gap > 0)) || 1;
}

/** Returns the mean of the values within a distance of a place, at least of one value. */
export function readLevel(values: readonly number[], place: number, reach: number): number {
  const half = Math.max(0.5, reach);
  const from = Math.max(0, Math.min(values.length - 1, Math.round(place - half)));
  const to = Math.max(from + 1, Math.min(values.length, Math.round(place + half)));
  return mean(values.slice(from, to)) ?? 0;
}

const byTime = bisector(({ time }: Point) => time);

/** Computes a curve's means over successive lengths of time. A value counts until the next one, the last one to the end. */
export function computeMeans(data: readonly Point[], from: number, seconds: number, count: number): number[] {
  const means = new Array<number>(Math.max(0, count)).fill(0);
  let start = 0;
  for (let index = Math.max(0, byTime.right(data, from) - 1); start < count; index++) {
    const next = data[index + 1]?.time ?? Number.POSITIVE_INFINITY;
    const stop = Math.min(count, (next - from) / seconds);
    const percentage = data[index]?.percentage ?? 0;
    for (let bin = Math.floor(start); bin < stop; bin++)
      means[bin] = (means[bin] ?? 0) + percentage * (Math.min(bin + 1, stop) - Math.max(bin, start));
    start = stop;
  }
  return means;
}

/** People leave one by one, and a file ends for all at once: then at least this part of the peak was there before it. */
const MIN_PART = 0.2;

/** So many seconds before the last listener leaves. */
const BEFORE = 10;

/** An end further before the feed's duration, as part of it, is not the file's: few listeners leave early, too. */
const MIN_LENGTH = 0.9;

/**
 * Finds where the file ends, in seconds: where the listeners end all at once, or else at the duration in the feed, which
 * can be wrong.
 *
 * @param listeners with fewer than 30, the duration holds
 * @param gap seconds between two points
 */
export function findEnd({ duration, data }: Chart, listeners: number, gap: number): number {
  const stop = (data.findLast(({ percentage }) => percentage > 0)?.time ?? 0) + gap;
  const declared = duration || (data.at(-1)?.time ?? 0) + gap;
  if (listeners < MIN_LISTENERS || stop < MIN_LENGTH * declared || Math.abs(stop - declared) <= gap) return declared;
  const before = data.findLast(({ time }) => time <= stop - BEFORE - gap)?.percentage ?? 0;
  const peak = max(data, ({ percentage }) => percentage) ?? 0;
  return before >= MIN_PART * peak ? stop : declared;
}
