import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../item.ts";

/** A change of a chart's item, which takes place only if the item is still as it was read. */
export interface ItemChange {
  /** The item as it was read. */
  readonly item: Item;
  /** The attributes to set. The others stay as they are. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/** Attributes that must not have changed, and attributes that must not have come or gone. */
const UNCHANGED = ["updatedAt", "countedUntil", "duration"];
const PRESENCE = ["data", "chart", "counts"];

/** Composes the UpdateItem of a change, without the table's name. */
export function composeUpdate({ item, changes }: ItemChange): Omit<UpdateCommandInput, "TableName"> {
  const entries = Object.entries(changes);
  const known = UNCHANGED.filter((name) => item[name] !== undefined);
  const conditions = [
    "attribute_exists(guid)",
    ...known.map((name) => `#${name} = :old_${name}`),
    ...UNCHANGED.filter((name) => !known.includes(name)).map((name) => `attribute_not_exists(#${name})`),
    ...PRESENCE.map((name) => `attribute_${item[name] === undefined ? "not_exists" : "exists"}(#${name})`),
  ];
  const names = new Set([...UNCHANGED, ...PRESENCE, ...entries.map(([name]) => name)]);
  return {
    Key: { guid: item.guid },
    UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(", ")}`,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: Object.fromEntries([...names].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...entries.map(([name, value]) => [`:${name}`, value]),
      ...known.map((name) => [`:old_${name}`, item[name]]),
    ]),
  };
}
