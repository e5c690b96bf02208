import { max } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import { MAX_POSITION } from "../../../lib/listening-events.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { formatSeconds } from "../base/times.ts";
import { type Coverage, findShortness } from "./coverage.ts";

/** Values that a curve must have before they may be fractions. */
const MIN_VALUES = 3;

/** Durations in seconds between which those of episodes are. */
const MIN_LIKELY = 60;
const MAX_LIKELY = 86_400;

/** Percentages between which the highest one of a curve is. Replays lift some above 100. */
const MIN_HIGHEST = 5;
const MAX_HIGHEST = 1_000;

/**
 * Finds what is to be doubted in a curve that is not refused.
 *
 * @param duration in seconds
 */
export function findDoubts(curve: Coverage, duration: number): Fact[] {
  return [
    curve.positions === "percent" ? findUnlikelyDuration(duration) : findLongDuration(duration),
    findUnlikelyValues(curve) ?? [],
    findShortness(curve, duration) ?? [],
  ].flat();
}

/** Finds what is to be doubted in a chart of one's own, which is stored as it is. */
export function findChartDoubts({ duration, data }: Chart): Fact[] {
  const points = data.map(({ time, percentage }) => ({ at: time, value: percentage }));
  return findDoubts({ positions: "seconds", values: "percentages", points }, duration);
}

/** Doubts a duration that no episode has. */
export function findLongDuration(duration: number): Fact[] {
  if (duration <= MAX_POSITION) return [];
  return [createFact("long-duration", `Its duration is ${formatSeconds(duration)}, more than 48 hours: milliseconds?`)];
}

/** Doubts a duration that few episodes have, and which alone makes positions in percent times. */
function findUnlikelyDuration(duration: number): Fact[] {
  if (duration >= MIN_LIKELY && duration <= MAX_LIKELY) return [];
  const reason =
    duration < MIN_LIKELY ? "less than a minute: minutes?" : "more than 24 hours: minutes, or milliseconds?";
  return [createFact("unlikely-duration", `Its positions are percent of ${formatSeconds(duration)}, ${reason}`)];
}

/** Doubts percentages that may be of another unit. */
function findUnlikelyValues({ values, points }: Coverage): Fact | undefined {
  const highest = max(points, ({ value }) => value) ?? 0;
  if (values !== "percentages") return undefined;
  if (highest > MAX_HIGHEST) {
    const problem = `Its highest percentage is ${highest.toLocaleString("en")}: hundredths, or a lost decimal point?`;
    return createFact("high-percentages", problem);
  }
  if (highest >= MIN_HIGHEST || points.length < MIN_VALUES) return undefined;
  return createFact("low-percentages", `Its percentages are all below ${MIN_HIGHEST}.`);
}
