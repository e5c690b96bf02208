import { describe } from "../../lib/describe.ts";
import { isObject, type JsonObject } from "../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import { findRepeatedMember } from "./members.ts";

const ONE_EACH = "Only one record may be in a line, and one answer of a platform in a file.";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses a record as a JSON object. @throws RecordError if it is not one */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  return parseObject(parseUtf8(bytes));
}

/** Parses a record as a JSON object. @throws RecordError if it is not one, or if an object in it has a member twice */
export function parseRecord(bytes: Uint8Array): JsonObject {
  const json = parseUtf8(bytes);
  const record = parseObject(json);
  const repeated = findRepeatedMember(json);
  if (repeated === undefined) return record;
  throw new RecordError("ambiguous", `It has the member ${describe(repeated)} twice. Delete one of the two.`);
}

function parseObject(json: string): JsonObject {
  const value = parseJson(json);
  if (!isObject(value)) throw new RecordError("not an object", `It must be a JSON object, not ${describe(value)}.`);
  return value;
}

/** Parses a record as JSON in UTF-8. @throws RecordError if it is not JSON or not UTF-8 */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  return parseJson(parseUtf8(bytes));
}

function parseJson(text: string): unknown {
  if (text.includes("\0"))
    throw new RecordError(
      "not JSON",
      "It contains NUL bytes, so the file may be damaged. Export or transfer it again.",
    );
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = formatReason((error as SyntaxError).message);
    const wayOut = reason.includes("after JSON") ? ` ${ONE_EACH}` : "";
    throw new RecordError("not JSON", `It can't be parsed as JSON (${reason}).${wayOut}`);
  }
}

/**
 * Omits the line and column, which count from the start of the record, and replaces control characters in quotes of it.
 */
function formatReason(message: string): string {
  return message.replace(/ \(line \d+ column \d+\)$/, "").replace(/\p{Cc}+/gu, " ");
}

/** Decodes UTF-8. @throws RecordError if it is anything else */
export function parseUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new RecordError("not UTF-8", "It contains invalid UTF-8. Save it as UTF-8.");
  }
}
