import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { encodeBase64 } from "#packing";
import type { Item } from "../item.ts";
import { OWN_SOURCES } from "../source.ts";

/** A change of an episode's item. The attributes that it does not name stay as they are. */
export interface Update {
  readonly guid: unknown;
  readonly set?: Readonly<Record<string, unknown>>;
  /** Attributes that are set only where the item has none. */
  readonly setIfAbsent?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  /** Texts that join sets, and texts that leave them. */
  readonly add?: Readonly<Record<string, ReadonlySet<string>>>;
  readonly delete?: Readonly<Record<string, ReadonlySet<string>>>;
  /** The item as it was read, if the change may take place only as long as it is like that. */
  readonly asRead?: Item;
  /** Whether the change may take place only if `requireReadable` takes the item. */
  readonly isReadable?: true;
  /** Attributes that the item must have, and must not have, for the change to take place. */
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
  /** Sets that must have fewer texts than this for the change to take place, unless the item has `attribute` already. */
  readonly room?: { readonly sets: Readonly<Record<string, number>>; readonly attribute: string };
  /** A map that must not have a later `updatedAt` for the change to take place. */
  readonly latest?: { readonly attribute: string; readonly updatedAt: string };
}

/**
 * Attributes that must not have changed, and attributes that must not have come or gone. Empty `data` must not have changed
 * either: somebody may have written a curve. A restored item may have other counts at the same times.
 */
const UNCHANGED = ["updatedAt", "countedUntil", "duration", "counts", "listeners", "drawnListeners"];
const PRESENCE = ["data", "chart", "feeds"];

/** An item without these attributes need not say what its own curve is from. */
const IF_PLAIN = ["source", "chart", "counts"];

/** Tells two states of an item apart, as far as a change of it can. */
export function computeVersion(item: Item): string {
  const values = UNCHANGED.map((name) => item[name]);
  const present = PRESENCE.map((name) => item[name] !== undefined);
  return JSON.stringify([values, present], (_, value) => (value instanceof Uint8Array ? encodeBase64(value) : value));
}

/** Composes an UpdateItem, without the table's name. */
export function composeUpdate(update: Update): Omit<UpdateCommandInput, "TableName"> {
  const placeholders = new Placeholders();
  const { set = {}, setIfAbsent = {}, remove = [], add = {}, delete: leave = {} } = update;
  const clauses = [
    ["SET", [...placeholders.equateAll(set), ...placeholders.defaultAll(setIfAbsent)]],
    ["REMOVE", remove.map((name) => placeholders.name(name))],
    ["ADD", placeholders.pairAll(add)],
    ["DELETE", placeholders.pairAll(leave)],
  ] as const;
  const expressions = clauses.flatMap(([verb, parts]) => (parts.length > 0 ? `${verb} ${parts.join(", ")}` : []));
  const conditions = composeConditions(update, placeholders);
  return {
    Key: { guid: update.guid },
    UpdateExpression: expressions.join(" "),
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(" AND ") }),
    ExpressionAttributeNames: placeholders.names,
    // DynamoDB refuses an empty map.
    ...(Object.keys(placeholders.values).length > 0 && { ExpressionAttributeValues: placeholders.values }),
  };
}

function composeConditions(
  { asRead, isReadable, present = [], absent = [], room, latest }: Update,
  placeholders: Placeholders,
): string[] {
  const isAbsent = (name: string) => `attribute_not_exists(${placeholders.name(name)})`;
  const isPresent = (name: string) => `attribute_exists(${placeholders.name(name)})`;
  const isAsRead = (name: string) => {
    const value = asRead?.[name];
    if (value === undefined) return isAbsent(name);
    return UNCHANGED.includes(name) || isEmpty(value) ? placeholders.equate(name, value) : isPresent(name);
  };
  return [
    ...(asRead ? [isPresent("guid"), ...[...UNCHANGED, ...PRESENCE].map(isAsRead)] : []),
    ...(isReadable
      ? [`(${placeholders.isOneOf("source", OWN_SOURCES)} OR (${IF_PLAIN.map(isAbsent).join(" AND ")}))`]
      : []),
    ...present.map(isPresent),
    ...absent.map(isAbsent),
    ...(room
      ? Object.entries(room.sets).map(
          ([set, max]) => `(${isPresent(room.attribute)} OR ${isAbsent(set)} OR ${placeholders.isSmaller(set, max)})`,
        )
      : []),
    ...(latest
      ? [`(${isAbsent(latest.attribute)} OR ${placeholders.isUpToDate(latest.attribute, latest.updatedAt)})`]
      : []),
  ];
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
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
    return `${this.name(name)} = ${this.#value(value)}`;
  }

  equateAll(values: Readonly<Record<string, unknown>>): string[] {
    return Object.entries(values).map(([name, value]) => this.equate(name, value));
  }

  /** Returns assignments, after SET, that keep a value that is there. */
  defaultAll(values: Readonly<Record<string, unknown>>): string[] {
    return Object.entries(values).map(
      ([name, value]) => `${this.name(name)} = if_not_exists(${this.name(name)}, ${this.#value(value)})`,
    );
  }

  /** Returns pairs of name and value, as after ADD and DELETE. */
  pairAll(values: Readonly<Record<string, unknown>>): string[] {
    return Object.entries(values).map(([name, value]) => `${this.name(name)} ${this.#value(value)}`);
  }

  /** Returns the condition that a set has fewer than `max` elements. */
  isSmaller(name: string, max: number): string {
    return `size(${this.name(name)}) < ${this.#value(max)}`;
  }

  /** Returns the condition that a map was updated at a time or before. */
  isUpToDate(name: string, time: string): string {
    return `${this.name(name)}.${this.name("updatedAt")} <= ${this.#value(time)}`;
  }

  /** Returns the condition that a value is one of several. */
  isOneOf(name: string, values: readonly unknown[]): string {
    return `${this.name(name)} IN (${values.map((value) => this.#value(value)).join(", ")})`;
  }

  #value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }
}
