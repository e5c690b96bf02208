import type { Point } from "../../../../lib/chart.ts";
import { computePercentage } from "../percentage.ts";
import { RecordError, type Refusal } from "../records/refusals.ts";
import { NO_DATA, NOT_A_CURVE, show } from "./refuse.ts";

/** A curve as its source gives it, before the GUID and the length of the episode are settled. */
export interface Curve {
  /** Its place in the document, such as `retentionByEpisode[3]`; missing if it is the whole document. */
  readonly path?: string | undefined;
  /** The line on which it starts, if the source has lines. */
  readonly line?: number | undefined;
  /** The platform's ids of the episode, which `--map` can name; the first one is shown to people. */
  readonly keys?: readonly string[] | undefined;
  /** The RSS GUID, if the source has it. */
  readonly guid?: string | undefined;
  /** The episode's GUID ends like this if the platform made it. */
  readonly guidEnding?: string | undefined;
  readonly title?: string | undefined;
  /** The episode's length in seconds, if the source has it. */
  readonly duration?: number | undefined;
  /** The same, rounded to minutes: the last resort. */
  readonly roundedDuration?: number | undefined;
  /** Whether it is a chart that this service answered, so that all its points have their place in it. */
  readonly isChart?: boolean;
  /** The unit of `at`: seconds from the start, or percent of the episode's length. */
  readonly positions: "seconds" | "percent";
  /** The unit of `value`: listeners or plays, which are scaled to their peak, or percent, which stay as they are. */
  readonly values: "counts" | "percentages";
  /** In any order. */
  readonly points: readonly CurvePoint[];
}

/** What tells people which curve it is. */
export type CurvePlace = Pick<Curve, "path" | "line" | "title" | "guid">;

/** A bin of a curve. Both numbers are finite and not negative. */
export interface CurvePoint {
  /** Where the bin starts. */
  readonly at: number;
  readonly value: number;
}

/** Eleven days at a point per second. More points are a mistake, and would fill the memory. */
export const MAX_POINTS = 1_000_000;

/** The longest name of an episode that a refusal shows, in characters. */
const MAX_NAME = 200;

/**
 * Checks what can be checked before the length of the episode is known.
 *
 * @throws RecordError if the curve is empty or all zeros, or if a position occurs twice
 */
export function requireCurve({ points, positions, isChart }: Curve): void {
  if (points.length === 0) throw noData("the curve is empty");
  if (isChart) return;
  if (points.every(({ value }) => value === 0)) throw noData("the curve is all zeros");
  const repeated = findRepeated(points);
  if (!repeated) return;
  const unit = positions === "seconds" ? "second" : "position";
  throw new RecordError(NOT_A_CURVE, `${unit} ${repeated.at} occurs twice`);
}

/** The first point whose position an earlier point has too. */
export function findRepeated<P extends CurvePoint>(points: readonly P[]): P | undefined {
  const seen = new Set<number>();
  return points.find(({ at }) => seen.size === seen.add(at).size);
}

/**
 * Computes the points of a chart: those before the end of the episode, in ascending time. Counts become
 * percent of their peak, to two decimals; percentages stay as they are. A chart stays as it is.
 *
 * @param duration the episode's length in seconds
 * @throws RecordError if no point with listeners is left, or if a chart has points beyond its duration
 */
export function computePoints({ points, positions, values, isChart }: Curve, duration: number): Point[] {
  if (isChart) return computeChartPoints(points, duration);
  const kept = points
    .map(({ at, value }) => ({ time: positions === "percent" ? (at * duration) / 100 : at, value }))
    .filter(({ time }) => time < duration)
    .sort((one, other) => one.time - other.time);
  const peak = kept.reduce((max, { value }) => Math.max(max, value), 0);
  if (peak === 0) throw noData(`nobody listens before the end of the episode at ${duration} s`);
  if (values === "percentages") return kept.map(({ time, value }) => ({ time, percentage: value }));
  if (peak > Number.MAX_SAFE_INTEGER) throw new RecordError(NOT_A_CURVE, `${peak} listeners are too many to be true`);
  return kept.map(({ time, value }) => ({ time, percentage: computePercentage(value, peak) }));
}

function computeChartPoints(points: readonly CurvePoint[], duration: number): Point[] {
  const beyond = points.find(({ at }) => at > duration);
  if (beyond) throw new RecordError("beyond its duration", `time ${beyond.at} is beyond its duration ${duration}`);
  return points.map(({ at, value }) => ({ time: at, percentage: value })).sort((one, other) => one.time - other.time);
}

/** Describes why a curve is refused, with its place and its name. */
export function refuseCurve({ line, ...place }: CurvePlace, { kind, message }: RecordError): Refusal {
  const detail = [describePlace(place), message].filter((part) => part !== "").join(": ");
  return line === undefined ? { kind, detail } : { line, kind, detail };
}

/** The path and the name of a curve; empty if it has neither. */
export function describePlace({ path, title, guid }: CurvePlace): string {
  const name = title ?? guid;
  return [path, name && show(name, MAX_NAME)].filter((part) => part !== undefined).join(", ");
}

/** The refusal of a curve that says nothing, so that it can't replace a chart in the table. */
export function noData(reason: string): RecordError {
  return new RecordError(NO_DATA, `no data (too few listeners): ${reason}`);
}
