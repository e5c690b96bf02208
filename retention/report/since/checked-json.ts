import { isAmount } from "../../../lib/chart.ts";
import { isObject } from "../../../lib/json.ts";
import { MAX_DURATION } from "../../sources/feed/duration.ts";

/** Thrown for JSON that lacks what it should have. */
export class Damage extends Error {}

/** Parses a value. @throws Damage if it is another one */
type Parse<Value> = (value: unknown) => Value;

/** A value that passes a check. */
export function when<Value>(is: (value: unknown) => value is Value): Parse<Value> {
  return (value) => {
    if (!is(value)) throw new Damage();
    return value;
  };
}

/** A string of at most so many UTF-16 code units. */
export const textOf = (max: number) =>
  when((value): value is string => typeof value === "string" && value.length <= max);

/** A number from 0 on. */
export const amountOf = (max: number) => when((value): value is number => isAmount(value) && value <= max);

/** A time of an episode, in seconds. */
export const parseTime = amountOf(MAX_DURATION);

/** The name of a member that a table has. */
export const keyOf = <Table extends object>(table: Table) =>
  when((value): value is keyof Table => typeof value === "string" && Object.hasOwn(table, value));

export const parseObject = when(isObject);

/** An object, each of whose members has its parser. Leaves out other members, and those whose parser returns undefined. */
export function objectOf<Parsed>(members: { readonly [Name in keyof Parsed]-?: Parse<Parsed[Name]> }): Parse<Parsed> {
  return (value) => {
    const object = parseObject(value);
    const entries = Object.entries<Parse<unknown>>(members).flatMap(([name, parseMember]) => {
      const parsed = parseMember(object[name]);
      return parsed === undefined ? [] : [[name, parsed]];
    });
    // Each value is what the parser of its own member returned.
    return Object.fromEntries(entries);
  };
}

/** An array of at most so many values. */
export function listOf<Value>(max: number, parseOne: Parse<Value>): Parse<Value[]> {
  const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length <= max;
  return (value) => when(isList)(value).map((one) => parseOne(one));
}

/** A value that may be missing. */
export function optional<Value>(parsePresent: Parse<Value>): Parse<Value | undefined> {
  return (value) => (value === undefined ? undefined : parsePresent(value));
}

/** Parses a value, and returns nothing of one that lacks what it should have. */
export function tryParse<Value>(parse: Parse<Value>, value: unknown): Value[] {
  try {
    return [parse(value)];
  } catch (error) {
    if (error instanceof Damage) return [];
    throw error;
  }
}
