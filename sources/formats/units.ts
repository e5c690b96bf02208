import { max } from "d3-array";
import type { Chart } from "../../lib/chart.ts";
import { MAX_POSITION } from "../../lib/listening-events.ts";
import { RecordError } from "../base/refusals.ts";
import { formatSeconds } from "../input/beyond.ts";

const KIND = "short of its duration";

/** Points that a curve must have before its units are judged. Few points prove nothing. */
const MIN_POINTS = 10;
const MIN_POSITIONS = 3;

/** By how much an episode must outlast its curve. Half of what milliseconds would make, and less than minutes would. */
const MILLISECONDS_FACTOR = 500;
const MINUTES_FACTOR = 50;

/** Share of its episode that a table's rows may leave out at the end. */
const MAX_MISSING = 0.1;

/** What is looked at of a curve. */
interface Measured {
  readonly positions: "seconds" | "percent";
  readonly values: "counts" | "percentages";
  readonly points: readonly { readonly at: number; readonly value: number }[];
  readonly duration?: number | undefined;
  readonly reach?: number;
}

/**
 * @throws RecordError if a curve covers next to nothing of its episode, because one of the two has another unit, or if a
 *   table of counts and durations stops more than a tenth before the end: databases have zeros, platforms may not
 */
export function requireCovering(curve: Measured, duration: number): void {
  const last = findLast(curve);
  if (curve.positions === "percent" && curve.points.length >= MIN_POSITIONS && last <= 1) {
    const problem = `Its last position is ${last} % of the episode: a fraction?`;
    throw new RecordError(KIND, `${problem} Write positions in percent, from 0 to 100.`);
  }
  if (isShort(curve, last, duration, MILLISECONDS_FACTOR))
    throw new RecordError(KIND, describeMilliseconds(last, duration));
  const isWhole = curve.duration === undefined || curve.values === "percentages";
  const stop = isWhole ? undefined : describeStop(curve, duration);
  if (stop === undefined) return;
  throw new RecordError(KIND, `${stop} Otherwise, add rows up to the end, with 0 where nobody listens.`);
}

/** Finds what is to be doubted in a curve that is not refused: a chart of one's own is stored as it is. Returns lines. */
export function findDoubts(curve: Measured, duration: number): string[] {
  const { points, values } = curve;
  const last = findLast(curve);
  const hasFractions =
    values === "percentages" && points.length >= MIN_POSITIONS && points.every(({ value }) => value <= 1);
  const fractions = "Its percentages are at most 1. If they are fractions, multiply them by 100.";
  return [...findLongDuration(duration), ...(hasFractions ? [fractions] : []), ...findShortness(curve, last, duration)];
}

/** Doubts a duration that no episode has. Returns lines. */
export function findLongDuration(duration: number): string[] {
  if (duration <= MAX_POSITION) return [];
  return [
    `Its duration is ${formatSeconds(duration)}, more than 48 hours: milliseconds? Correct its durations and times.`,
  ];
}

/** Finds what is to be doubted in a chart of one's own. Returns lines. */
export function findChartDoubts({ duration, data }: Chart): string[] {
  const points = data.map(({ time, percentage }) => ({ at: time, value: percentage }));
  return findDoubts({ positions: "seconds", values: "percentages", points }, duration);
}

function findShortness(curve: Measured, last: number, duration: number): string[] {
  if (isShort(curve, last, duration, MILLISECONDS_FACTOR)) return [describeMilliseconds(last, duration)];
  if (isShort(curve, last, duration, MINUTES_FACTOR))
    return [`${describeLast(last, duration)}. If its times are not seconds, convert them.`];
  return curve.points.length < MIN_POINTS ? [] : [describeStop(curve, duration) ?? []].flat();
}

function findLast({ points }: Measured): number {
  return max(points, ({ at }) => at) ?? 0;
}

function isShort({ positions, points }: Measured, last: number, duration: number, factor: number): boolean {
  return positions === "seconds" && points.length >= MIN_POINTS && last * factor < duration;
}

function describeMilliseconds(last: number, duration: number): string {
  return `${describeLast(last, duration)}: milliseconds? Correct its times or the episode's duration.`;
}

function describeLast(last: number, duration: number): string {
  return `Its last point is at ${formatSeconds(last)}; the episode has ${formatSeconds(duration)}`;
}

/** Describes where a curve stops, if that is known and more than a tenth before the end. */
function describeStop({ positions, reach = Number.POSITIVE_INFINITY }: Measured, duration: number): string | undefined {
  const isPercent = positions === "percent";
  if (reach >= (1 - MAX_MISSING) * (isPercent ? 100 : duration)) return undefined;
  const place = isPercent
    ? `${reach} % of the episode`
    : `${formatSeconds(reach)}; the episode has ${formatSeconds(duration)}`;
  return `It stops at ${place}. If it is cut off, export it again. If it is another episode's, correct its GUID.`;
}
