import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { loadItemToChange } from "../../../lib/episode/charts-table.ts";
import { nameCurve } from "../../../lib/episode/curves.ts";
import { composeUpdate, type Update } from "../../../lib/episode/update.ts";
import type { Item } from "../../../lib/item.ts";
import { isOwnSource } from "../../../lib/source.ts";
import { type Table, tryWrite } from "../../../lib/table.ts";
import { OWN_CURVE } from "../../sources/attributes.ts";
import { composeCurveUpdate, listSets } from "../../sources/curve-update.ts";
import type { ImportedCurve } from "../../sources/imported-curve.ts";

/**
 * Writes an imported curve in place of the one that is there of its source. The others stay. Without a curve, it writes what
 * the item does not say of the episode.
 *
 * @param canReplace whether it may take the place of what the collector has counted, or remove what sessions have
 * @returns the attributes of before; undefined, and nothing is written, if `findObstacle` finds one, or if what was counted
 *   would be lost
 * @throws MalformedItemError if the item does not say what its curve is from
 */
export async function saveCurve(table: Table, imported: ImportedCurve, canReplace: boolean): Promise<Item | undefined> {
  return change(table, composeCurveUpdate(imported, canReplace));
}

/**
 * Removes the curve of a source; with the own one, what was counted for it. Returns false if there is none.
 *
 * @throws MalformedItemError if the item does not say what its curve is from
 */
export async function removeCurve(table: Table, guid: string, source: string): Promise<boolean> {
  const names = listAttributes(source);
  const before = await change(table, {
    guid,
    remove: names,
    ...(!isOwnSource(source) && {
      delete: Object.fromEntries(Object.keys(listSets(source)).map((set) => [set, new Set([source])])),
    }),
    // Without it, the change would create an item of nothing but a GUID.
    present: ["guid"],
  });
  return before !== undefined && hasAny(before, names);
}

/** Checks whether an item has what {@link removeCurve} removes. */
export function hasSource(item: Item, source: string): boolean {
  return hasAny(item, listAttributes(source));
}

function listAttributes(source: string): readonly string[] {
  return isOwnSource(source) ? OWN_CURVE : [nameCurve(source)];
}

function hasAny(item: Item, names: readonly string[]): boolean {
  return names.some((name) => item[name] !== undefined);
}

/**
 * Changes an item, if it is readable.
 *
 * @returns what the item was; undefined if the change's condition does not hold
 * @throws MalformedItemError if the item does not say what its curve is from
 */
async function change(table: Table, update: Update): Promise<Item | undefined> {
  const command = new UpdateCommand({
    TableName: table.name,
    ...composeUpdate({ ...update, isReadable: true }),
    ReturnValues: "ALL_OLD",
  });
  const output = await tryWrite(table.client.send(command));
  // DynamoDB does not say which part of the condition does not hold.
  if (!output) await loadItemToChange(table, String(update.guid));
  return output && (output.Attributes ?? {});
}
