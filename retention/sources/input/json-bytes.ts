import { describe } from "../../../lib/describe.ts";
import { isObject, type JsonObject } from "../../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import { unwrapExtendedJson } from "./extended-json.ts";
import { findRepeatedMember } from "./members.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses a record as {@link parseJsonObject}. @throws RecordError also if it is not UTF-8, or an object in it has a member twice */
export function parseRecord(bytes: Uint8Array): JsonObject {
  const json = parseUtf8(bytes);
  const record = parseJsonObject(json);
  const repeated = findRepeatedMember(json);
  if (repeated === undefined) return record;
  throw new RecordError("member-twice", `It has the member ${describe(repeated)} twice.`);
}

/** Parses a JSON object. Values of MongoDB Extended JSON become plain. @throws RecordError if it is not one */
export function parseJsonObject(json: string): JsonObject {
  const value = parseJson(json);
  if (!isObject(value)) throw new RecordError("not-an-object", `It must be a JSON object, not ${describe(value)}.`);
  unwrapExtendedJson(value, json);
  return value;
}

/** Parses a record as JSON in UTF-8. @throws RecordError if it is not JSON or not UTF-8 */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  return parseJson(parseUtf8(bytes));
}

function parseJson(text: string): unknown {
  if (text.includes("\0")) throw new RecordError("nul-bytes", "It contains NUL bytes, so the file may be damaged.");
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = formatReason((error as SyntaxError).message);
    const code = reason.includes("after JSON") ? "several-values" : "not-json";
    throw new RecordError(code, `It can't be parsed as JSON (${reason}).`);
  }
}

/**
 * Omits the line and column, which count from the start of the record, and replaces control characters in quotes of it.
 */
function formatReason(message: string): string {
  return message.replace(/ \(line \d+ column \d+\)$/, "").replace(/\p{Cc}+/gu, " ");
}

/** What is wrong with a text that is not in UTF-8. */
export const NOT_UTF8 = "It contains invalid UTF-8.";

/** Decodes UTF-8. @throws RecordError if it is anything else */
export function parseUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new RecordError("not-utf8", NOT_UTF8);
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** What is a number in a chart, a session or a row of a table, wherever it is. */
const MEMBERS = ["duration", "time", "percentage", "second", "minute", "listeners", "viewers", "count"];

/**
 * Explains a refusal if a record has numbers as text, as BigQuery writes whole numbers in JSON.
 *
 * @returns the refusal that says so, else the one that is given
 */
export function explainTextNumbers(record: JsonObject, refusal: RecordError): RecordError {
  const parts = [record, ...(Array.isArray(record.data) ? record.data.filter(isObject) : [])];
  const found = parts.flatMap((part) =>
    MEMBERS.filter((name) => isNumber(part[name])).map((name) => [name, part[name]]),
  );
  const [first] = found;
  if (!first) return refusal;
  const example = `"${first[0]}":"${first[1]}"`;
  return new RecordError("text-numbers", `Its numbers are text, such as ${example}, as BigQuery writes them in JSON.`);
}

function isNumber(value: unknown): boolean {
  return typeof value === "string" && NUMBER.test(value);
}
