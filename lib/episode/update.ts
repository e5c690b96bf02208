import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../item.ts";
import { encodeBase64 } from "../packing.ts";
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
  const assignments = placeholders.mapAll(set, (name, value) => `${name} = ${value}`);
  const defaults = placeholders.mapAll(setIfAbsent, (name, value) => `${name} = if_not_exists(${name}, ${value})`);
  const clauses = [
    ["SET", [...assignments, ...defaults]],
    ["REMOVE", remove.map((name) => placeholders.name(name))],
    ["ADD", placeholders.mapAll(add, (name, value) => `${name} ${value}`)],
    ["DELETE", placeholders.mapAll(leave, (name, value) => `${name} ${value}`)],
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
    if (!UNCHANGED.includes(name) && !isEmpty(value)) return isPresent(name);
    return `${placeholders.name(name)} = ${placeholders.value(value)}`;
  };
  const conditions = asRead ? [isPresent("guid"), ...[...UNCHANGED, ...PRESENCE].map(isAsRead)] : [];
  if (isReadable) {
    const sources = OWN_SOURCES.map((source) => placeholders.value(source)).join(", ");
    conditions.push(`(${placeholders.name("source")} IN (${sources}) OR (${IF_PLAIN.map(isAbsent).join(" AND ")}))`);
  }
  conditions.push(...present.map(isPresent), ...absent.map(isAbsent));
  if (room) {
    const { sets, attribute } = room;
    const compose = (set: string, max: string) =>
      `(${isPresent(attribute)} OR attribute_not_exists(${set}) OR size(${set}) < ${max})`;
    conditions.push(...placeholders.mapAll(sets, compose));
  }
  if (latest) {
    const time = `${placeholders.name(latest.attribute)}.${placeholders.name("updatedAt")}`;
    conditions.push(`(${isAbsent(latest.attribute)} OR ${time} <= ${placeholders.value(latest.updatedAt)})`);
  }
  return conditions;
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

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }

  /** Writes a part of an expression for each attribute, with the placeholders of its name and its value. */
  mapAll(values: Readonly<Record<string, unknown>>, compose: (name: string, value: string) => string): string[] {
    return Object.entries(values).map(([name, value]) => compose(this.name(name), this.value(value)));
  }
}
