import { isDeepStrictEqual } from "node:util";
import { isOlderCount } from "../../lib/episode/replacement.ts";
import type { Item } from "../../lib/item.ts";
import type { JsonObject } from "../../lib/json.ts";
import { isOwnSource, readSource } from "../../lib/source.ts";
import { exportItem } from "./export-lines.ts";

/** How a line of an export compares with the table. */
export type Difference = "equal" | "missing" | "older" | "different";

/**
 * Compares a line of an export with the item of its episode.
 *
 * @param item undefined if the table has none
 */
export function compareExport(record: JsonObject, item: Item | undefined): Difference {
  const lines = item ? exportItem(item, "all") : [];
  const stored = lines.find((line) => "record" in line && nameLine(line.record) === nameLine(record));
  if (!item || !stored || !("record" in stored)) return "missing";
  if (isDeepStrictEqual(JSON.parse(stored.line), record)) return "equal";
  return isOlderCount(record, item) ? "older" : "different";
}

/** Names the curve that a line has: the own one, drawn or not, that of a platform, or none. */
function nameLine(record: JsonObject): string {
  if (record.data === undefined && record.counts === undefined) return "";
  const source = readSource(record);
  return isOwnSource(source) ? readSource({}) : source;
}
