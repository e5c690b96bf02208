import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { loadItemToChange } from "../../../lib/episode/charts-table.ts";
import {
  absent,
  composeUpdate,
  type Expression,
  ownedAsRead,
  present,
} from "../../../lib/episode/conditional-update.ts";
import { nameCurve } from "../../../lib/episode/curves.ts";
import type { Item } from "../../../lib/item.ts";
import { isOwnSource, OWN_SOURCES } from "../../../lib/source.ts";
import { type Table, tryWrite } from "../../../lib/table.ts";
import { OWN_CURVE } from "../../sources/item/attributes.ts";
import { composeCurveUpdate } from "../../sources/item/curve-update.ts";
import type { ImportedCurve } from "../../sources/item/imported-curve.ts";

/** What a write says of the owner. */
export interface OwnerChange {
  /** The attribute that notes feeds, if they are to be noted. */
  readonly set?: Item;
  /** What tells the owner, as it was read; undefined if anybody may be. */
  readonly read?: Item;
}

/**
 * Writes an imported curve in place of the one that is there of its source. The others stay. Without a curve, it writes what
 * the item does not say of the episode.
 *
 * @param canReplace whether it may take the place of what the collector has counted, or remove what sessions have
 * @param owner what notes an owner with it, and whose it must be
 * @returns the attributes of before; undefined, and nothing is written, if `findObstacle` finds one, or if what was counted
 *   would be lost
 * @throws MalformedItemError if the item does not say what its curve is from
 */
export async function saveCurve(
  table: Table,
  imported: ImportedCurve,
  canReplace: boolean,
  owner: OwnerChange = {},
): Promise<Item | undefined> {
  const { guid, set, setIfAbsent, remove, add, conditions } = composeCurveUpdate(imported, canReplace);
  const update: Expression = (placeholders) =>
    writeClauses({
      SET: [
        ...placeholders.mapAll({ ...set, ...owner.set }, (name, value) => `${name} = ${value}`),
        ...placeholders.mapAll(setIfAbsent, (name, value) => `${name} = if_not_exists(${name}, ${value})`),
      ],
      REMOVE: remove.map((name) => placeholders.name(name)),
      ADD: placeholders.mapAll(add, (name, value) => `${name} ${value}`),
    });
  return change(table, guid, update, owner.read ? [...conditions, ownedAsRead(owner.read)] : conditions);
}

/**
 * Removes the curve of a source; with the own one, what was counted for it.
 *
 * @param read what tells the owner, as it was read; undefined if anybody may be
 * @returns what the item was; undefined if there is none, or if the owner is another one
 * @throws MalformedItemError if the item does not say what its curve is from
 */
export async function removeCurve(table: Table, guid: string, source: string, read?: Item): Promise<Item | undefined> {
  const names = listAttributes(source);
  const update: Expression = (placeholders) =>
    writeClauses({
      REMOVE: names.map((name) => placeholders.name(name)),
      DELETE: isOwnSource(source) ? [] : [`${placeholders.name("sources")} ${placeholders.value(new Set([source]))}`],
    });
  // Without the condition, the change would create an item of nothing but a GUID.
  return change(table, guid, update, [present("guid"), ...(read ? [ownedAsRead(read)] : [])]);
}

/** Checks whether an item has what {@link removeCurve} removes. */
export function hasSource(item: Item, source: string): boolean {
  return listAttributes(source).some((name) => item[name] !== undefined);
}

function listAttributes(source: string): readonly string[] {
  return isOwnSource(source) ? OWN_CURVE : [nameCurve(source)];
}

/** Writes the clauses of an update but for those that are empty, which DynamoDB refuses. */
function writeClauses(clauses: Readonly<Record<string, readonly string[]>>): string {
  const filled = Object.entries(clauses).filter(([, parts]) => parts.length > 0);
  return filled.map(([verb, parts]) => `${verb} ${parts.join(", ")}`).join(" ");
}

/** An item without these attributes need not say what its own curve is from. */
const IF_PLAIN = ["source", "chart", "counts"];

/** The condition that `requireReadable` takes an item. */
const readable: Expression = (placeholders) => {
  const sources = OWN_SOURCES.map((source) => placeholders.value(source)).join(", ");
  const isPlain = IF_PLAIN.map((name) => absent(name)(placeholders)).join(" AND ");
  return `(${placeholders.name("source")} IN (${sources}) OR (${isPlain}))`;
};

/**
 * Changes an item, if it is readable.
 *
 * @returns what the item was; undefined if a condition does not hold
 * @throws MalformedItemError if the item does not say what its curve is from
 */
async function change(
  { client, name }: Table,
  guid: string,
  update: Expression,
  conditions: readonly Expression[],
): Promise<Item | undefined> {
  const input = composeUpdate(guid, update, [readable, ...conditions]);
  const output = await tryWrite(client.send(new UpdateCommand({ TableName: name, ...input, ReturnValues: "ALL_OLD" })));
  // DynamoDB does not say which part of the condition does not hold.
  if (!output) await loadItemToChange({ client, name }, guid);
  return output && (output.Attributes ?? {});
}
