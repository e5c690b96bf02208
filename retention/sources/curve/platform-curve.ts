import { max } from "d3-array";
import { RecordError } from "../base/refusals.ts";
import type { Recording } from "./recording.ts";

/** A curve as a platform gives it. The GUID and the duration of its episode may still be missing. */
export interface Curve {
  /** Path in the document, such as `retentionByEpisode[3]`; undefined if the whole document is the curve. */
  readonly path?: string | undefined;
  /** Line of the curve's first row, in a table with a `guid` column. */
  readonly line?: number | undefined;
  /** The platform's ids of the episode, to be looked up in a map. Messages show the first one. */
  readonly keys?: readonly string[] | undefined;
  /** Where the keys are from, if a file has several documents, whose key its name can't be. */
  readonly keyOrigin?: "the request" | "the answer";
  /** How a browser recorded it, if it is in a HAR file, or when it was current, if the document says so. */
  readonly recording?: Recording;
  /** RSS GUID, if the document has it. */
  readonly guid?: string | undefined;
  /** End of the GUID, such as `:episode:Ab3_xYz`, if the platform made the GUID. */
  readonly guidEnding?: string | undefined;
  readonly title?: string | undefined;
  /** What it is from, if a table says so: it is the platform's of the document otherwise. */
  readonly source?: string | undefined;
  /** Seconds, if the document has it. */
  readonly duration?: number | undefined;
  /** Seconds, rounded to whole minutes. Used if nothing else has the duration. */
  readonly roundedDuration?: number | undefined;
  /** Which audience it is of, such as `organic`; undefined for all. */
  readonly audience?: string | undefined;
  /** Listeners behind it, if the document counts them apart from its points. */
  readonly listeners?: number | undefined;
  /** Whether it has no points, and only says how many listeners are behind the curve of another file. */
  readonly isCountOnly?: true;
  /** Whether this is a chart of this service, as `charts get` prints it. Its points are kept unchanged. */
  readonly isChart?: boolean;
  /** Unit of `at`: seconds from the start, or percent of the duration. */
  readonly positions: "seconds" | "percent";
  /** Unit of `value`: listeners or plays, which are scaled to their peak, or percent, which are kept unchanged. */
  readonly values: "counts" | "percentages";
  /** What was assumed to read it, as a sentence. */
  readonly assumption?: string;
  /** In any order. */
  readonly points: readonly CurvePoint[];
  /** Of a table of percentages: the counts beside them. */
  readonly counts?: readonly CurvePoint[];
  /** The starts of the bins without a value. */
  readonly blanks?: readonly number[];
  /** Whether it is a table, which may leave out the rows of counts of 0. */
  readonly isTable?: true;
  /** Where its last bin ends, in the unit of `at`, of a table or of Spotify's rows and points: a copy may be cut off there. */
  readonly reach?: number;
}

/** One bin of a curve. Both numbers are finite and not negative. */
export interface CurvePoint {
  /** Start of the bin. */
  readonly at: number;
  readonly value: number;
}

/** Eleven days at one point per second. More are a mistake, and would fill the memory. */
export const MAX_POINTS = 1_000_000;

/**
 * Verifies what does not depend on the duration: that a curve has data, and no position twice.
 *
 * @returns the curve
 * @throws RecordError if the curve is empty or, except in a chart of this service, all zeros or with a position twice
 */
export function verifyCurve(curve: Curve): Curve {
  const { points, positions, isChart, isCountOnly } = curve;
  if (isCountOnly) return curve;
  if (points.length === 0) throw noData("The curve is empty.");
  if (isChart) return curve;
  if (points.every(({ value }) => value === 0)) throw noData("All values of the curve are 0.");
  const repeated = findRepeatedPoint(points);
  if (!repeated) return curve;
  const unit = positions === "seconds" ? "Second" : "Position";
  throw new RecordError("point-twice", `${unit} ${repeated.at} occurs twice.`);
}

/** Returns the listeners, else the most listeners or plays at one point: the episode has at least as many. 0 if the curve does not tell. */
export function computeMostListeners({ listeners, values, points, counts = [] }: Curve): number {
  if (listeners !== undefined) return listeners;
  return (values === "counts" ? points : counts).reduce((most, { value }) => Math.max(most, Math.floor(value)), 0);
}

/** Computes where the last bin ends, which is as long as the one before it. @param unit the length of an only bin */
export function computeReach(starts: readonly number[], unit = 0): number {
  const last = max(starts) ?? 0;
  const before = max(starts, (at) => (at < last ? at : undefined)) ?? last - unit;
  return 2 * last - before;
}

/** Returns the first point at the position of an earlier one, or undefined. */
export function findRepeatedPoint<P extends CurvePoint>(points: readonly P[]): P | undefined {
  const seen = new Set<number>();
  return points.find(({ at }) => seen.size === seen.add(at).size);
}

/** Returns the refusal of a curve without data, which must not replace a chart in the table. */
export function noData(reason: string): RecordError {
  return new RecordError("no-data", reason);
}
