import { isDeepStrictEqual } from "node:util";
import { OF_EPISODE } from "../../lib/episode/attributes.ts";
import type { Item } from "../../lib/item.ts";
import type { JsonObject } from "../../lib/json.ts";
import { isOwnSource, isSource, readSource } from "../../lib/source.ts";
import { exportItem } from "../../sources/export-lines.ts";
import { isOlderCount } from "../../sources/replacement.ts";

/** How a line of an export compares with the table. */
export type Difference = "equal" | "restated" | "missing" | "older" | "different";

/** What does not make a line another one: when, and in which version, the same was written. */
const WHEN = ["version", "updatedAt"];

/**
 * Compares a line of an export with the item of its episode. The line may be of an older version.
 *
 * @param item undefined if the table has none
 */
export function compareExport(record: JsonObject, item: Item | undefined): Difference {
  const lines = item ? exportItem(item, "all") : [];
  const stored = lines.find((line) => "record" in line && nameLine(line.record) === nameLine(record));
  if (!item || !stored || !("record" in stored)) return "missing";
  const differing = listDiffering(record, JSON.parse(stored.line));
  if (differing.length === 0) return "equal";
  // Without a curve, the duration is the episode's.
  const ofEpisode = nameLine(record) === "" ? [...OF_EPISODE, "duration"] : OF_EPISODE;
  if (differing.every((name) => ofEpisode.includes(name))) return "restated";
  return isOlderCount(record, item) ? "older" : "different";
}

/** Lists the members in which two lines differ. What an older version did not write is not compared. */
function listDiffering(record: JsonObject, stored: JsonObject): string[] {
  const names = new Set(Object.keys(record.version === undefined ? record : { ...stored, ...record }));
  return [...names].filter((name) => {
    const [one, other] = [record, stored].map((line) => (name === "source" ? readCurveSource(line) : line[name]));
    return !WHEN.includes(name) && !isDeepStrictEqual(one, other);
  });
}

/** Names the curve that a line has: the own one, drawn or not, that of a platform, or none. */
function nameLine(record: JsonObject): string {
  if (record.data === undefined && record.counts === undefined) return "";
  const source = readCurveSource(record);
  return isOwnSource(source) ? readSource({}) : source;
}

/** An older line may have no source, or one that can't name a platform: it is an own curve. */
function readCurveSource(record: JsonObject): string {
  const source = readSource(record);
  return isSource(source) ? source : readSource({});
}
