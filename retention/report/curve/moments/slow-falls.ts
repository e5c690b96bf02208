import { max, mean, range } from "d3-array";
import type { BinnedCurve } from "../levels/bins.ts";
import { alignTime, type Levels } from "../levels/levels.ts";
import { computePoissonDeviations } from "../statistics/limits.ts";
import { computeMedian } from "../statistics/spread.ts";
import type { Change, Fall } from "./level-changes.ts";

/** Seconds of a slow fall. Of several that overlap or touch, the clearest is told. */
export const SLOW_SECONDS = 180;

/** Seconds from the beginning of one to that of the next. */
const STEP = 30;

/** Who is present is read up to so many seconds later, because those who skip a passage come back. */
const PRESENT_WITHIN = 120;

/** A fall says more exactly where listeners leave than a slow one around it, if it is most of that. */
const MOST = 0.6;

/**
 * Computes what a curve loses within three minutes, from every half minute on, beyond what the others lose at the same
 * place, and beyond what it loses more than they do all along. How much episodes differ is that of the others. A curve
 * alone can't tell so slow a fall from a rate that changes.
 *
 * @param similar at least one
 * @param start seconds
 * @param stop seconds
 */
export function computeSlowFalls(
  curve: BinnedCurve,
  similar: readonly Levels[],
  start: number,
  stop: number,
): Change[] {
  const { end, step } = curve;
  const times = range(start, stop, STEP);
  const present = measureHighest(curve, times);
  const losses = computeSlowLosses(present);
  const others = similar.map((other) => {
    const aligned = times.map((time) => alignTime(time, end, other.end));
    return computeSlowLosses(measureHighest(other, aligned));
  });
  const usual = losses.map((_, place) => computeMedian(others.map((lost) => lost[place] ?? 0)));
  const exceed = (lost: readonly number[]) => lost.map((share, place) => share - (usual[place] ?? 0));
  const general = Math.max(0, computeMedian(exceed(losses)));
  const spread = Math.sqrt(mean(others.flatMap(exceed), (share) => share ** 2) ?? 0);
  return losses.flatMap((share, place): Change[] => {
    const [from = 0, before = 0] = [times[place], present[place]];
    const expected = ((usual[place] ?? 0) + general) * before;
    const size = share * before - expected;
    if (size <= 0) return [];
    const chance = Math.max(spread * before, Math.sqrt(step * Math.max(0, expected)));
    const deviation = chance * Math.sqrt(1 + 1 / similar.length);
    const z = computePoissonDeviations(size, deviation, step);
    return [{ from, to: from + SLOW_SECONDS, before, after: (1 - share) * before, expected, size, deviation, z }];
  });
}

/** Adds slow falls to falls. Of those that overlap, the shorter one stays if it is most of the other. */
export function addSlow(falls: readonly Fall[], slow: readonly Fall[]): Fall[] {
  const overlap = (one: Fall, other: Fall) => one.from < other.to && one.to > other.from;
  const added = slow.filter((long) => {
    return !falls.some((fall) => overlap(fall, long) && fall.size / fall.before >= MOST * (long.size / long.before));
  });
  return [...falls.filter((fall) => !added.some((long) => overlap(fall, long))), ...added];
}

/** Measures who is present at several times, each a step after the last: the highest level from each on, for two minutes. */
function measureHighest({ getLevel }: Levels, times: readonly number[]): number[] {
  const levels = times.map(getLevel);
  return levels.map((_, place) => max(levels.slice(place, place + PRESENT_WITHIN / STEP + 1)) ?? 0);
}

/** Computes the parts of those present at each time who are gone three minutes later. The last times have none. */
function computeSlowLosses(present: readonly number[]): number[] {
  return present.slice(SLOW_SECONDS / STEP).map((after, place) => 1 - after / (present[place] || 1));
}
