import { findPeak, unpackCounts } from "../lib/episode/counts.ts";
import { isCollected } from "../lib/episode/item.ts";
import type { JsonObject } from "../lib/json.ts";
import { isOwnSource, readSource } from "../lib/source.ts";
import { ATTRIBUTE_ENTRIES, type CurveMembers, OF_EPISODE } from "./attributes.ts";
import { LINE_VERSION } from "./export-lines.ts";

/**
 * Parses what a line says besides `guid`, `duration` and `data`.
 *
 * @param fail throws an error that names a member, and what it must be
 */
export function parseMembers(
  record: JsonObject,
  fail: (name: string, expected: string, value: unknown) => never,
): CurveMembers {
  if (record.version !== undefined && record.version !== LINE_VERSION)
    fail("version", `${LINE_VERSION}: update this program, since a later one made the export`, record.version);
  const entries = ATTRIBUTE_ENTRIES.flatMap(([name, { expected, tryParse }]) => {
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
 * The latter has nothing but what is the episode's, or a misspelt `data` would pass for it.
 */
export function isWithoutCurve(record: JsonObject, members: CurveMembers): boolean {
  const names = ["version", "guid", "duration", ...OF_EPISODE];
  return isCollected(members) || Object.keys(record).every((name) => names.includes(name));
}

/** Verifies that members do not contradict each other. */
function verifyMembers(
  { source, listeners = 0, counts, drawnListeners, countedUntil, episodeDuration }: CurveMembers,
  record: JsonObject,
  fail: (name: string, expected: string, value: unknown) => never,
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
