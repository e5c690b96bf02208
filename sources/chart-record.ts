import { isAmount, isPoint, type Point } from "../lib/chart.ts";
import { describe, describeMember } from "../lib/describe.ts";
import { isKey, MAX_KEY_BYTES } from "../lib/item.ts";
import type { JsonObject } from "../lib/json.ts";
import { RecordError } from "./base/refusals.ts";
import { isWithoutCurve, parseMembers } from "./curve-members.ts";
import type { ImportedCurve } from "./imported-curve.ts";
import { explainTextNumbers } from "./input/json.ts";
import type { Pack } from "./pack.ts";

const KIND = "not a chart";

/** The smallest number above 0 that DynamoDB stores. */
const MIN_NUMBER = 1e-130;

/** Checks whether a record that should be a chart is a listening session. */
export function isSession({ guid, episodeGUID }: JsonObject): boolean {
  return guid === undefined && episodeGUID !== undefined;
}

/** Parses the GUID of a chart. @throws RecordError if it can't be a partition key */
export function parseGuid(record: JsonObject): string {
  const { guid } = record;
  if (isKey(guid)) return guid;
  if (isSession(record)) {
    const problem = "It is a listening session in a file of charts.";
    throw new RecordError(KIND, `${problem} Move the sessions to a file of their own.`);
  }
  throw new RecordError(KIND, describeMember("guid", `a string of 1 to ${MAX_KEY_BYTES} bytes of UTF-8`, guid));
}

/**
 * Parses a chart, and what is known of it. Keeps its values verbatim, and sorts its points by time.
 *
 * @throws RecordError if it is not a chart, has no points, or has a point beyond its duration
 */
export function parseChartRecord(guid: string, record: JsonObject, pack: Pack): ImportedCurve {
  try {
    return parseRecord(guid, record, pack);
  } catch (error) {
    throw error instanceof RecordError ? explainTextNumbers(record, error) : error;
  }
}

function parseRecord(guid: string, record: JsonObject, pack: Pack): ImportedCurve {
  const known = parseMembers(record, (name, expected, value) => {
    throw new RecordError(KIND, describeMember(name, expected, value));
  });
  const duration = parseDurationMember(record.duration);
  if (record.data === undefined && isWithoutCurve(record, known)) return { guid, duration, ...known };
  return pack({ guid, duration, data: parseData(record.data, duration) }, known);
}

function parseDurationMember(duration: unknown): number {
  if (isDuration(duration)) return duration;
  const expected = `0 or a number of seconds from ${MIN_NUMBER} to ${Number.MAX_SAFE_INTEGER}`;
  throw new RecordError(KIND, describeMember("duration", expected, duration));
}

function parseData(data: unknown, duration: number): Point[] {
  if (!Array.isArray(data)) throw new RecordError(KIND, describeMember("data", "an array of points", data));
  if (data.length === 0)
    throw new RecordError("without points", "data is empty. A chart must have at least one point.");
  const points = data.map(parsePoint);
  requireWithin(duration, points);
  return points.sort((one, other) => one.time - other.time);
}

/** Checks whether a value can be stored as a number. Times and percentages need no such check: they are in the gzip. */
function isDuration(value: unknown): value is number {
  return isAmount(value) && (value === 0 || value >= MIN_NUMBER) && value <= Number.MAX_SAFE_INTEGER;
}

function parsePoint(value: unknown, index: number): Point {
  if (isPoint(value)) return { time: value.time, percentage: value.percentage };
  throw new RecordError(
    KIND,
    `data[${index}] must have a time and a percentage, both numbers of 0 or more, not ${describe(value)}.`,
  );
}

function requireWithin(duration: number, points: readonly Point[]): void {
  for (const [index, { time }] of points.entries()) {
    if (time <= duration) continue;
    const reason = `data[${index}].time is ${time} s, which is beyond the duration of ${duration} s.`;
    throw new RecordError("beyond its duration", `${reason} Correct the time or the duration.`);
  }
}
