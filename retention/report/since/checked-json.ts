import { isAmount } from "../../../lib/chart.ts";
import { isObject, type JsonObject } from "../../../lib/json.ts";
import { MAX_DURATION } from "../../sources/feed/duration.ts";

/** Thrown for JSON that lacks what it should have. */
export class Damage extends Error {}

/** Parses a value. @throws Damage if it is another one */
type Parse<Value> = (value: unknown) => Value;

/** How each member of an object is parsed. */
export type MemberParsers<Parsed> = { readonly [Name in keyof Parsed]-?: Parse<Parsed[Name]> };

/** Parses the members of an object that a table has. Leaves out those whose parser returns undefined. */
export function parseMembers<Parsed>(members: MemberParsers<Parsed>, value: unknown): Parsed {
  const object = readObject(value);
  const entries = Object.entries<Parse<unknown>>(members).flatMap(([name, parseMember]) => {
    const parsed = parseMember(object[name]);
    return parsed === undefined ? [] : [[name, parsed]];
  });
  // Each value is what the parser of its own member returned.
  return Object.fromEntries(entries);
}

/** As {@link parseMembers}, nothing of an object that lacks what it should have. */
export function tryParseMembers<Parsed>(members: MemberParsers<Parsed>, value: unknown): Parsed[] {
  try {
    return [parseMembers(members, value)];
  } catch (error) {
    if (error instanceof Damage) return [];
    throw error;
  }
}

/** An object, by its members. */
export function objectOf<Parsed>(members: MemberParsers<Parsed>): Parse<Parsed> {
  return (value) => parseMembers(members, value);
}

/** An array of at most so many values. */
export function listOf<Value>(max: number, parseOne: Parse<Value>): Parse<Value[]> {
  return (value) => readList(value, max).map(parseOne);
}

/** A value that passes a check. */
export function when<Value>(is: (value: unknown) => value is Value): Parse<Value> {
  return (value) => read(value, is);
}

/** Checks whether a value is a time of an episode, in seconds. */
export function isTime(value: unknown): value is number {
  return isAmount(value) && value <= MAX_DURATION;
}

/** A value that may be missing. */
export function optional<Value>(parsePresent: Parse<Value>): Parse<Value | undefined> {
  return (value) => (value === undefined ? undefined : parsePresent(value));
}

/** @throws Damage if a value does not pass a check */
export function read<Value>(value: unknown, is: (value: unknown) => value is Value): Value {
  if (!is(value)) throw new Damage();
  return value;
}

/** @throws Damage if it is no object */
export function readObject(value: unknown): JsonObject {
  return read(value, isObject);
}

/** @throws Damage if it is no array, or longer than `max` */
export function readList(value: unknown, max: number): readonly unknown[] {
  return read(value, (list): list is readonly unknown[] => Array.isArray(list) && list.length <= max);
}
