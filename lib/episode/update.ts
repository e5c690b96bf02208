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
const PRESENCE = ["data", "chart", "counts", "feeds"];

/** Composes an UpdateItem, without the table's name. */
export function composeUpdate({ guid, set, remove = [], asRead }: Update): Omit<UpdateCommandInput, "TableName"> {
  const placeholders = new Placeholders();
  const assignments = Object.entries(set).map(([name, value]) => placeholders.equate(name, value));
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => placeholders.name(name)).join(", ")}` : "";
  const conditions = asRead && composeConditions(asRead, placeholders);
  return {
    Key: { guid },
    UpdateExpression: `SET ${assignments.join(", ")}${removal}`,
    ...(conditions && { ConditionExpression: conditions.join(" AND ") }),
    ExpressionAttributeNames: placeholders.names,
    ExpressionAttributeValues: placeholders.values,
  };
}

function composeConditions(item: Item, placeholders: Placeholders): string[] {
  const has = (name: string) => item[name] !== undefined;
  const isAbsent = (name: string) => `attribute_not_exists(${placeholders.name(name)})`;
  const isPresent = (name: string) => `attribute_exists(${placeholders.name(name)})`;
  return [
    "attribute_exists(guid)",
    ...UNCHANGED.map((name) => (has(name) ? placeholders.equate(name, item[name]) : isAbsent(name))),
    ...PRESENCE.map((name) => (has(name) ? isPresent(name) : isAbsent(name))),
  ];
}

/**
 * The placeholders of an expression, numbered: `#n0` for a name, `:v0` for a value. DynamoDB refuses names of attributes
 * such as `curve:youtube` in them.
 */
class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};
  readonly #byName = new Map<string, string>();

  /** Returns the placeholder of an attribute's name. */
  name(name: string): string {
    const placeholder = this.#byName.get(name) ?? `#n${this.#byName.size}`;
    this.#byName.set(name, placeholder);
    this.names[placeholder] = name;
    return placeholder;
  }

  /** Returns `<name> = <value>`, which assigns after SET and compares in a condition. */
  equate(name: string, value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return `${this.name(name)} = ${placeholder}`;
  }
}
