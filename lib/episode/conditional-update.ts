import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../item.ts";
import { encodeBase64 } from "../packing.ts";

/** A change of an episode's item. The attributes that it does not name stay as they are. */
export interface Update {
  readonly guid: unknown;
  readonly set: Readonly<Record<string, unknown>>;
  readonly conditions: Conditions;
}

/** All of them must hold for a change to take place. */
type Conditions = readonly [Expression, ...Expression[]];

/** Writes an expression of DynamoDB's: what an update does, or what it requires. */
export type Expression = (placeholders: Placeholders) => string;

/** Attributes that a change is computed from. A restored item may have other counts at the same times. */
const VALUES = ["updatedAt", "countedUntil", "duration", "counts", "listeners", "drawnListeners"];

/** Attributes of which a change only asks whether they are there and, of `data`, whether it has points. */
const PRESENCE = ["data", "chart", "feeds"];

/** Tells two states of an item apart as {@link asRead} does, but takes empty `data` for any other. */
export function computeVersion(item: Item): string {
  const values = VALUES.map((name) => item[name]);
  const present = PRESENCE.map((name) => item[name] !== undefined);
  return JSON.stringify([values, present], (_, value) => (value instanceof Uint8Array ? encodeBase64(value) : value));
}

/** The condition that an item is there, and as it was read, but for its `source` and platforms' curves. */
export function asRead(item: Item): Expression {
  const unchanged = [...VALUES, ...PRESENCE].map((name): Expression => {
    const value = item[name];
    if (value === undefined) return absent(name);
    if (PRESENCE.includes(name) && !isEmpty(value)) return present(name);
    return equal(name, value);
  });
  return every([present("guid"), ...unchanged]);
}

/** The condition that an item, or none, has the owner that it was read with and, if that is nobody, a chart only if it had one. */
export function ownedAsRead(item: Item): Expression {
  const { feeds } = item;
  if (feeds !== undefined) return equal("feeds", feeds);
  const charts = ["source", "sources"].map((name) => (item[name] === undefined ? absent(name) : present(name)));
  return every([absent("feeds"), ...charts]);
}

/** The condition that all of these hold. */
function every(conditions: readonly Expression[]): Expression {
  return (placeholders) => conditions.map((write) => write(placeholders)).join(" AND ");
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The condition that an item has an attribute. */
export function present(name: string): Expression {
  return (placeholders) => `attribute_exists(${placeholders.name(name)})`;
}

/** The condition that an item does not have an attribute. */
export function absent(name: string): Expression {
  return (placeholders) => `attribute_not_exists(${placeholders.name(name)})`;
}

function equal(name: string, value: unknown): Expression {
  return (placeholders) => `${placeholders.name(name)} = ${placeholders.value(value)}`;
}

/** Sets attributes. @param values at least one */
export function setAll(values: Readonly<Record<string, unknown>>): Expression {
  return (placeholders) => `SET ${placeholders.mapAll(values, (name, value) => `${name} = ${value}`).join(", ")}`;
}

/** Composes an UpdateItem, or without an update what a DeleteItem has of it, without the table's name. */
export function composeUpdate(
  guid: unknown,
  update: Expression | undefined,
  conditions: Conditions,
): Omit<UpdateCommandInput, "TableName"> {
  const placeholders = new Placeholders();
  return {
    Key: { guid },
    ...(update && { UpdateExpression: update(placeholders) }),
    ConditionExpression: every(conditions)(placeholders),
    ...placeholders.compose(),
  };
}

/**
 * The placeholders of an expression, numbered: `#n0` for a name, `:v0` for a value. DynamoDB refuses names of attributes
 * such as `curve:youtube` in them.
 */
class Placeholders {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};
  readonly #byName = new Map<string, string>();

  /** Returns the placeholder of an attribute's name. */
  name(name: string): string {
    const placeholder = this.#byName.get(name) ?? `#n${this.#byName.size}`;
    this.#byName.set(name, placeholder);
    this.#names[placeholder] = name;
    return placeholder;
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  /** Composes what they stand for. DynamoDB refuses an empty list of values. */
  compose(): Pick<UpdateCommandInput, "ExpressionAttributeNames" | "ExpressionAttributeValues"> {
    const values = Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values };
    return { ExpressionAttributeNames: this.#names, ...values };
  }

  /** Writes an expression for each attribute, with the placeholders of its name and its value. */
  mapAll(values: Readonly<Record<string, unknown>>, write: (name: string, value: string) => string): string[] {
    return Object.entries(values).map(([name, value]) => write(this.name(name), this.value(value)));
  }
}
