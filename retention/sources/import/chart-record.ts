import { isAmount, isPoint, type Point } from "../../../lib/chart.ts";
import { describe, describeMember } from "../../../lib/describe.ts";
import { findPeak, unpackCounts } from "../../../lib/episode/counts.ts";
import { isCollected } from "../../../lib/episode/item-state.ts";
import { isKey, MAX_KEY_BYTES } from "../../../lib/item.ts";
import type { JsonObject } from "../../../lib/json.ts";
import { isOwnSource, readSource } from "../../../lib/source.ts";
import type { Fact } from "../base/facts.ts";
import { RecordError, type Refusal, tryOrRefuse } from "../base/refusals.ts";
import { findChartDoubts } from "../curve/doubts.ts";
import { readBatches, takeRecords } from "../input/batches.ts";
import { detectLayout } from "../input/detect.ts";
import type { Input } from "../input/input.ts";
import { explainTextNumbers, parseRecord } from "../input/json-bytes.ts";
import { ATTRIBUTE_ENTRIES, type CurveMembers, OF_EPISODE } from "../item/attributes.ts";
import { LINE_VERSION } from "../item/export-lines.ts";
import type { ImportedCurve } from "../item/imported-curve.ts";
import type { Pack } from "../item/pack.ts";
import { findSessionGuid } from "../sessions/record.ts";

/** The smallest number above 0 that DynamoDB stores. */
const MIN_NUMBER = 1e-130;

/** Checks whether a record that should be a chart is a listening session. */
function isSession(record: JsonObject): boolean {
  return record.guid === undefined && findSessionGuid(record) !== undefined;
}

/** A record of a file of charts. */
export interface ChartRecord {
  /** Where it starts, from 1. */
  readonly line: number | undefined;
  /** The curve that it is of, which a bad chart has, too: of two charts, it may be the one that is meant. */
  readonly named?: { readonly guid: string; readonly source: string };
  readonly chart?: ImportedCurve;
  /** What is to be doubted in its chart. */
  readonly doubts?: readonly Fact[];
  /** Why it has no chart. */
  readonly refusal?: Refusal;
  /** Whether it is a listening session. */
  readonly isSession?: boolean;
}

/** Reads the records of a file of charts, some at once. @throws InputError if it can't be read to its end */
export async function* readChartRecords({ head, chunks }: Input, pack: Pack): AsyncGenerator<readonly ChartRecord[]> {
  const tooLong: ChartRecord[] = [];
  const refuse = (refusal: Refusal) => tooLong.push({ line: refusal.line, refusal });
  for await (const batch of readBatches(chunks, detectLayout(head), refuse)) {
    const records = tooLong.splice(0);
    takeRecords(batch, (bytes, line) => records.push(readRecord(bytes, line, pack)));
    yield records;
  }
}

function readRecord(bytes: Uint8Array, line: number, pack: Pack): ChartRecord {
  const record: { -readonly [Name in keyof ChartRecord]: ChartRecord[Name] } = { line };
  tryOrRefuse(
    () => {
      const object = parseRecord(bytes);
      record.isSession = isSession(object);
      const guid = parseGuid(object);
      record.named = { guid, source: readSource(object) };
      record.chart = parseChartRecord(guid, object, (drawn, known) => {
        record.doubts = findChartDoubts(drawn);
        return pack(drawn, known);
      });
    },
    (refusal) => {
      record.refusal = { line, ...refusal };
    },
  );
  return record;
}

/** Parses the GUID of a chart. @throws RecordError if it can't be a partition key */
function parseGuid(record: JsonObject): string {
  const { guid } = record;
  if (isKey(guid)) return guid;
  if (isSession(record)) {
    throw new RecordError("session-among-charts", "It is a listening session in a file of charts.");
  }
  return fail("guid", `a string of 1 to ${MAX_KEY_BYTES} bytes of UTF-8`, guid);
}

/**
 * Parses a chart, and what is known of it. Keeps its values verbatim, and sorts its points by time.
 *
 * @throws RecordError if it is not a chart, has no points, or has a point beyond its duration
 */
function parseChartRecord(guid: string, record: JsonObject, pack: Pack): ImportedCurve {
  try {
    const known = parseCurveMembers(record);
    const duration = parseDurationMember(record.duration);
    if (record.data === undefined && isWithoutCurve(record, known)) return { guid, duration, ...known };
    const { updatedAt, ...packed } = pack({ guid, duration, data: parseData(record.data, duration) }, known);
    // What had no time before it was exported has none again.
    return isExported(record) && known.updatedAt === undefined ? packed : { ...packed, updatedAt };
  } catch (error) {
    throw error instanceof RecordError ? explainTextNumbers(record, error) : error;
  }
}

/** Checks whether a record is a line of an export: others are curves of now. */
function isExported({ version }: JsonObject): boolean {
  return version !== undefined;
}

/** Parses what a line says besides `guid`, `duration` and `data`. */
function parseCurveMembers(record: JsonObject): CurveMembers {
  if (record.version !== undefined && record.version !== LINE_VERSION)
    throw new RecordError("later-export", describeMember("version", `${LINE_VERSION}`, record.version));
  const entries = ATTRIBUTE_ENTRIES.flatMap(([name, { expected, tryParse }]) => {
    const value = record[name];
    return value === undefined ? [] : [[name, tryParse(value) ?? fail(name, expected, value)]];
  });
  // Each value is what the parser of its own member returned.
  const members: CurveMembers = Object.fromEntries(entries);
  verifyMembers(members, record);
  return members;
}

/**
 * Checks for a line that an export has of an episode without a drawing: of what was counted, or of one that is registered.
 * The latter has nothing but what is the episode's, or a misspelt `data` would pass for it.
 */
function isWithoutCurve(record: JsonObject, members: CurveMembers): boolean {
  const names = ["version", "guid", "duration", ...OF_EPISODE];
  return isCollected(members) || Object.keys(record).every((name) => names.includes(name));
}

/** Verifies that members do not contradict each other. */
function verifyMembers(
  { source, listeners = 0, counts, drawnListeners, countedUntil, episodeDuration }: CurveMembers,
  record: JsonObject,
): void {
  // The collector would not draw the chart again until so many have listened.
  if (drawnListeners !== undefined && drawnListeners > listeners)
    fail("drawnListeners", `at most ${listeners}, the listeners`, drawnListeners);
  if (counts) {
    // Each listener counts once in a second, so no second has more. Whoever heard only what lies after the end is none.
    const most = findPeak(unpackCounts(counts), episodeDuration ?? Number(record.duration));
    if (most > listeners) fail("listeners", `at least ${most}, the highest of counts before the end`, record.listeners);
    if (!isOwnSource(readSource({ source })))
      fail("source", "own, sessions or collector for a curve that has counts", source);
  } else if (drawnListeners !== undefined || countedUntil !== undefined)
    fail("counts", "there with drawnListeners or countedUntil, which are of no use without it", record.counts);
}

/** Parses a duration that can be stored as a number. Times and percentages need no such check: they are in the gzip. */
function parseDurationMember(duration: unknown): number {
  const isStored = isAmount(duration) && (duration === 0 || duration >= MIN_NUMBER);
  if (isStored && duration <= Number.MAX_SAFE_INTEGER) return duration;
  return fail("duration", `0 or a number of seconds from ${MIN_NUMBER} to ${Number.MAX_SAFE_INTEGER}`, duration);
}

function parseData(data: unknown, duration: number): Point[] {
  if (!Array.isArray(data)) return fail("data", "an array of points", data);
  if (data.length === 0) throw new RecordError("no-points", "data is empty. A chart must have at least one point.");
  const points = data.map(parsePoint);
  requirePointsWithin(duration, points);
  return points.sort((one, other) => one.time - other.time);
}

function parsePoint(value: unknown, index: number): Point {
  if (isPoint(value)) return { time: value.time, percentage: value.percentage };
  throw new RecordError(
    "not-a-chart",
    `data[${index}] must have a time and a percentage, both numbers of 0 or more, not ${describe(value)}.`,
  );
}

function requirePointsWithin(duration: number, points: readonly Point[]): void {
  for (const [index, { time }] of points.entries()) {
    if (time <= duration) continue;
    const problem = `data[${index}].time is ${time} s, which is beyond the duration of ${duration} s.`;
    throw new RecordError("record-beyond-duration", problem);
  }
}

function fail(name: string, expected: string, value: unknown): never {
  throw new RecordError("not-a-chart", describeMember(name, expected, value));
}
