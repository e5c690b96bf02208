import { isObject } from "../../../lib/json.ts";
import { decodeBase64 } from "../base/byte-arrays.ts";

/** Objects and arrays within one another in which values are looked for. The formats have up to ten. */
const MAX_DEPTH = 20;

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A date of ISO 8601. Versions of mongoexport before 4.2 write the offset without a colon. */
const DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d))(?::?(\d\d))?$/;

/** The subtype of BSON's binary data for UUIDs, and 16 bytes in base64. */
const UUID_SUBTYPE = /^0?4$/;
const UUID_BASE64 = /^[A-Za-z0-9+/]{22}==$/;
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** A value of JSON in place of one of BSON; undefined if there is none. */
type Plain = string | number | undefined;

/** How the documents of exports begin, up to the dollar sign of their `_id`, which nothing reads. */
const UP_TO_ID = /^\s*\{\s*"_id"\s*:\s*\{\s*"$/;

/** The types of Extended JSON that are the only member of an object, and what is read of each. */
const TYPES: ReadonlyMap<string, (value: unknown) => Plain> = new Map([
  ["$oid", readText],
  ["$uuid", readText],
  ["$binary", readUuid],
  ["$numberInt", readNumber],
  ["$numberLong", readNumber],
  ["$numberDouble", readNumber],
  ["$numberDecimal", readNumber],
  ["$date", readDate],
]);

/**
 * Replaces the values of MongoDB Extended JSON in a document by plain ones, in place: ids and UUIDs by text, numbers by numbers
 * (by text, if they have more digits than a number keeps), and dates by ISO 8601. It takes relaxed and canonical ones, of version
 * 1 or 2 (https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md). What has no plain value,
 * such as `{"$numberDouble": "NaN"}`, stays: whoever reads the member refuses it.
 *
 * @param json the document's text. Once as many values are found as it has dollar signs, the rest is not looked at: that would
 *   take a session half as long as parsing it. Of most, nothing is, because they have no other value than an `_id`
 */
export function unwrapExtendedJson(document: object, json: string): void {
  const first = json.indexOf("$");
  if (first === -1 || (json.indexOf("$", first + 1) === -1 && UP_TO_ID.test(json.slice(0, first)))) return;
  let left = countDollars(json);
  let level = [document];
  for (let depth = 0; depth < MAX_DEPTH && left > 0; depth++) {
    const next: object[] = [];
    for (const container of level) left -= unwrapMembers(container, next);
    level = next;
  }
}

/** Returns how many members it has replaced. @param others gets the objects that are their own values */
function unwrapMembers(container: object, others: object[]): number {
  let replaced = 0;
  for (const name in container) {
    const value: unknown = Reflect.get(container, name);
    if (typeof value !== "object" || value === null) continue;
    const plain = findPlain(value);
    if (plain === undefined) others.push(value);
    else if (Reflect.set(container, name, plain)) replaced++;
  }
  return replaced;
}

function countDollars(json: string): number {
  let dollars = 0;
  for (let at = json.indexOf("$"); at !== -1; at = json.indexOf("$", at + 1)) dollars++;
  return dollars;
}

function findPlain(value: object): Plain {
  const [name = "", other] = Object.keys(value);
  return other === undefined ? TYPES.get(name)?.(Reflect.get(value, name)) : undefined;
}

function readText(value: unknown): Plain {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Some tools write a number in place of its text. */
function readNumber(value: unknown): Plain {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !DECIMAL.test(value)) return undefined;
  return WHOLE.test(value) && !Number.isSafeInteger(Number(value)) ? value : Number(value);
}

/** A date is text or, in canonical form, milliseconds since 1970 in `$numberLong`; in version 1, it may be these as a number. */
function readDate(value: unknown): Plain {
  const plain = isObject(value) ? findPlain(value) : value;
  const [, time, minutes = ""] = DATE.exec(String(plain)) ?? [];
  const date = new Date(typeof plain === "number" ? plain : `${time}${minutes && `:${minutes}`}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Exports write a UUID as binary data, for which `$uuid` is short. */
function readUuid(value: unknown): Plain {
  const { base64, subType } = isObject(value) ? value : {};
  if (typeof base64 !== "string" || !UUID_BASE64.test(base64) || !UUID_SUBTYPE.test(String(subType))) return undefined;
  const hex = Array.from(decodeBase64(base64), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(UUID_PARTS, "$1-$2-$3-$4-$5");
}
