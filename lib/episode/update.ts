import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../item.ts";

/** A change of an episode's item. The attributes that it does not name stay as they are. */
export interface Update {
  readonly guid: unknown;
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  /** The item as it was read, if the change may take place only as long as it is like that. */
  readonly asRead?: Item;
}

/** Attributes that must not have changed, and attributes that must not have come or gone. */
const UNCHANGED = ["updatedAt", "countedUntil", "duration"];
const PRESENCE = ["data", "chart", "counts"];

/** Composes an UpdateItem, without the table's name. */
export function composeUpdate({ guid, set, remove = [], asRead }: Update): Omit<UpdateCommandInput, "TableName"> {
  const conditions = asRead ? composeConditions(asRead) : [];
  const known = asRead ? UNCHANGED.filter((name) => asRead[name] !== undefined) : [];
  const names = new Set([...Object.keys(set), ...remove, ...(asRead ? [...UNCHANGED, ...PRESENCE] : [])]);
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(", ")}` : "";
  return {
    Key: { guid },
    UpdateExpression: `SET ${Object.keys(set)
      .map((name) => `#${name} = :${name}`)
      .join(", ")}${removal}`,
    ...(asRead && { ConditionExpression: conditions.join(" AND ") }),
    ExpressionAttributeNames: Object.fromEntries([...names].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...Object.entries(set).map(([name, value]) => [`:${name}`, value]),
      ...known.map((name) => [`:old_${name}`, asRead?.[name]]),
    ]),
  };
}

function composeConditions(item: Item): string[] {
  const has = (name: string) => item[name] !== undefined;
  return [
    "attribute_exists(guid)",
    ...UNCHANGED.map((name) => (has(name) ? `#${name} = :old_${name}` : `attribute_not_exists(#${name})`)),
    ...PRESENCE.map((name) => `attribute_${has(name) ? "exists" : "not_exists"}(#${name})`),
  ];
}
