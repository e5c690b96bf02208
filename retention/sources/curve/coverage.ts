import { max } from "d3-array";
import { createFact, type Fact } from "../base/facts.ts";
import { RecordError } from "../base/refusals.ts";
import { formatSeconds } from "../base/times.ts";
import type { Curve } from "./platform-curve.ts";

/** Points that a curve must have before its seconds and its stop are judged, and its percent. Few points prove nothing. */
const MIN_POINTS = 10;
const MIN_PERCENT_POINTS = 3;

/**
 * How many times as long as its curve an episode must be. With a duration in milliseconds it is 1,000 times as long, and with
 * positions in minutes 60 times.
 */
const MILLISECONDS_FACTOR = 500;
const MINUTES_FACTOR = 50;

/** Share of its episode that a curve may leave out at the end. */
const MAX_MISSING = 0.1;

/** What says how much of its episode a curve covers. */
export type Coverage = Pick<Curve, "positions" | "values" | "points" | "duration" | "isTable" | "reach">;

/**
 * @param duration of the episode in seconds, wherever it is from
 * @throws RecordError if a curve covers next to nothing of its episode, because one of the two has another unit, or if a
 *   database's table stops more than a tenth before the end: its query can have rows with 0, and a platform's answer may not
 */
export function requireCovering(curve: Coverage, duration: number): void {
  const fault = findFractionalPositions(curve) ?? findMilliseconds(curve, duration) ?? findMissingEnd(curve, duration);
  if (fault) throw new RecordError(fault.code, fault.problem);
}

/** Finds what is to be doubted in a curve that ends long before its episode. Returns undefined if nothing is. */
export function findShortness(curve: Coverage, duration: number): Fact | undefined {
  const place = findShortEnd(curve, duration, MINUTES_FACTOR);
  // With milliseconds, only a chart of this service comes here: requireCovering refuses the others.
  if (place !== undefined) return findMilliseconds(curve, duration) ?? createFact("other-unit", `${place}.`);
  const stop = isStopJudged(curve) ? findStop(curve, duration) : undefined;
  return stop === undefined ? undefined : createFact("stops-early", stop);
}

/** Checks whether a curve says where it stops, and has enough points to be judged by that: it may stop a tenth early. */
export function isStopJudged({ reach, points }: Coverage): boolean {
  return reach !== undefined && points.length >= MIN_POINTS;
}

/** Positions in percent of which the last one is 0.99 are fractions. */
function findFractionalPositions({ positions, points }: Coverage): Fact<"fractions"> | undefined {
  if (positions !== "percent" || points.length < MIN_PERCENT_POINTS) return undefined;
  const last = findLast(points);
  if (last > 1) return undefined;
  return createFact("fractions", `Its last position is ${last} % of the episode: a fraction?`);
}

function findMilliseconds(curve: Coverage, duration: number): Fact<"milliseconds"> | undefined {
  const place = findShortEnd(curve, duration, MILLISECONDS_FACTOR);
  return place === undefined ? undefined : createFact("milliseconds", `${place}: milliseconds?`);
}

/** Says where a curve ends if its episode is more than so many times as long. Else returns undefined. */
function findShortEnd({ positions, points }: Coverage, duration: number, factor: number): string | undefined {
  if (positions !== "seconds" || points.length < MIN_POINTS) return undefined;
  const last = findLast(points);
  if (last * factor >= duration) return undefined;
  return `Its last point is at ${formatSeconds(last)}; the episode has ${formatSeconds(duration)}`;
}

/** Says where a database's table stops, of few rows, too: one without its last rows would lose the listeners of the end. */
function findMissingEnd(curve: Coverage, duration: number): Fact<"missing-end"> | undefined {
  // Platforms' tables of counts have no durations.
  const isOfDatabase = curve.isTable && curve.duration !== undefined && curve.values === "counts";
  const stop = isOfDatabase ? findStop(curve, duration) : undefined;
  return stop === undefined ? undefined : createFact("missing-end", stop);
}

/** Says where a curve stops, if that is known and more than a tenth before the end. */
function findStop({ positions, reach = Number.POSITIVE_INFINITY }: Coverage, duration: number): string | undefined {
  const isPercent = positions === "percent";
  if (reach >= (1 - MAX_MISSING) * (isPercent ? 100 : duration)) return undefined;
  const place = isPercent
    ? `${reach} % of the episode`
    : `${formatSeconds(reach)}; the episode has ${formatSeconds(duration)}`;
  return `It stops at ${place}.`;
}

function findLast(points: Coverage["points"]): number {
  return max(points, ({ at }) => at) ?? 0;
}
