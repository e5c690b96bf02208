import { isAmount } from "../chart.ts";
import type { JsonObject } from "../json.ts";
import { isOwnSource, isSource, SOURCE_FORM } from "../source.ts";
import { packCounts, unpackCounts } from "./counts.ts";
import { type EpisodeNotes, isCollected, type Provenance } from "./item.ts";

/** Thirty days of seconds, the longest duration that an import takes. */
const MAX_COUNTS = 30 * 86_400;
const MAX_COUNT = 2 ** 32 - 1;

const MAX_FEEDS = 100;
const MAX_FEED_LENGTH = 2_048;

/** Matches the name of a window of the collector. */
const WINDOW = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** What a line of an export says besides `guid`, `duration` and `data`. All of it is optional. */
export type CurveMembers = Provenance & EpisodeNotes;

/** How a member of a line is read from JSON. */
interface Member<Value> {
  /** What it must be, for messages. */
  readonly expected: string;
  /** Returns undefined for anything else. */
  tryParse(value: unknown): Value | undefined;
}

const WHOLE_NUMBER: Member<number> = {
  expected: "a whole number of 0 or more",
  tryParse: (value) => (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined),
};

const SOURCE: Member<string> = {
  expected: `a string of ${SOURCE_FORM}`,
  tryParse: (value) => (isSource(value) ? value : undefined),
};

/** The members of a line. Whoever adds one adds it here. */
const MEMBERS: { readonly [Name in keyof CurveMembers]-?: Member<NonNullable<CurveMembers[Name]>> } = {
  episodeDuration: {
    expected: `a number of seconds of at most ${Number.MAX_SAFE_INTEGER}`,
    tryParse: (value) => (isAmount(value) && value <= Number.MAX_SAFE_INTEGER ? value : undefined),
  },
  source: SOURCE,
  listeners: WHOLE_NUMBER,
  counts: { expected: "an array of the listeners of each second", tryParse: tryParseCounts },
  drawnListeners: WHOLE_NUMBER,
  countedUntil: {
    expected: "the end of a window that is over, such as 2026-11-22T00:00:00Z",
    // One in the future would keep the collector from counting until then.
    tryParse: (value) =>
      typeof value === "string" && WINDOW.test(value) && Date.parse(value) <= Date.now() ? value : undefined,
  },
  shown: SOURCE,
  feeds: {
    expected: `an array of 1 to ${MAX_FEEDS} strings`,
    tryParse: (value) =>
      Array.isArray(value) && value.length > 0 && value.length <= MAX_FEEDS && value.every(isIdentity)
        ? value
        : undefined,
  },
};

export const CURVE_MEMBERS: readonly string[] = Object.keys(MEMBERS);

/**
 * Parses what a line says besides `guid`, `duration` and `data`.
 *
 * @param fail throws an error that names a member, and what it must be
 */
export function parseMembers(
  record: JsonObject,
  fail: (name: string, expected: string, value: unknown) => never,
): CurveMembers {
  const entries = Object.entries(MEMBERS).flatMap(([name, { expected, tryParse }]) => {
    const value = record[name];
    return value === undefined ? [] : [[name, tryParse(value) ?? fail(name, expected, value)]];
  });
  // Each value is what the parser of its own member returned.
  const members: CurveMembers = Object.fromEntries(entries);
  verifyMembers(members, record, fail);
  return members;
}

/**
 * Checks for a line that an export has of an episode without a drawing: of what was counted, or of one that is registered.
 * The latter has nothing else, or a misspelt `data` would pass for it.
 */
export function isWithoutCurve(record: JsonObject, members: CurveMembers): boolean {
  return isCollected(members) || Object.keys(record).every((name) => ["guid", "duration", "feeds"].includes(name));
}

/** Verifies that members do not contradict each other. */
function verifyMembers(
  { source = "own", listeners = 0, counts, drawnListeners, countedUntil }: CurveMembers,
  record: JsonObject,
  fail: (name: string, expected: string, value: unknown) => never,
): void {
  // The collector would not draw the chart again until so many have listened.
  if (drawnListeners !== undefined && drawnListeners > listeners)
    fail("drawnListeners", `at most ${listeners}, the listeners`, drawnListeners);
  if (counts) {
    // Each listener counts once in a second, so no second has more listeners than the chart.
    const most = unpackCounts(counts).reduce((max, count) => Math.max(max, count), 0);
    if (most > listeners) fail("listeners", `at least ${most}, the highest of counts`, record.listeners);
    if (!isOwnSource(source)) fail("source", "own, sessions or collector for a curve that has counts", source);
  } else if (drawnListeners !== undefined || countedUntil !== undefined)
    fail("counts", "there with drawnListeners or countedUntil, which are of no use without it", record.counts);
}

function tryParseCounts(value: unknown): Uint8Array | undefined {
  const isList = Array.isArray(value) && value.length <= MAX_COUNTS;
  if (!isList || !value.every((count) => Number.isInteger(count) && count >= 0 && count <= MAX_COUNT)) return undefined;
  return packCounts(Uint32Array.from(value));
}

function isIdentity(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= MAX_FEED_LENGTH;
}
