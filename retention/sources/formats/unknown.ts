import { describe } from "../../../lib/describe.ts";
import { isTooDeep, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import { EMPTY_ARRAY, isEmptyArray } from "../input/detect.ts";
import { csv } from "./csv.ts";
import { parseColumns, parseHeader } from "./csv-table.ts";
import { findApiError } from "./fields.ts";
import { IMPORTABLE } from "./formats.ts";

export const TOO_DEEP = "Its brackets are deeper than those of any platform's answer.";

/** What the MongoDB shell prints has names without quotes. */
const OF_SHELL = /^\s*[[{]\s*\{?\s*_id\s*:/;

/** Maximum number of members that a message names. */
const MAX_MEMBERS = 5;

/**
 * Throws a RecordError that says why no format recognizes an object.
 *
 * @param name the value of `--format`
 */
export function failUnknownObject(document: JsonObject, name: string | undefined): never {
  const error = findApiError(document);
  if (error !== undefined) throw new RecordError("api-error", `The answer is an error, not data (${error}).`);
  if (name !== undefined) failForcedFormat(name);
  const members = Object.keys(document)
    .slice(0, MAX_MEMBERS)
    .map((member) => describe(member))
    .join(", ");
  const problem = `It is a JSON object of an unknown format, with ${members || "no members"}.`;
  throw new RecordError("unknown-object", problem, { formats: IMPORTABLE });
}

/**
 * Throws a RecordError that says why no format recognizes a text.
 *
 * @param name the value of `--format`
 */
export function failUnknownText(text: string, name: string | undefined): never {
  if (name !== undefined && name !== csv.name) failForcedFormat(name);
  if (text.trim() === "") throw new RecordError("empty-document", "It is empty.");
  if (isEmptyArray(text)) throw new RecordError("empty-array", EMPTY_ARRAY);
  if (text.trimStart().startsWith("[")) {
    if (isTooDeep(text)) throw new RecordError("too-deep", TOO_DEEP);
    if (tryParseJson(text) !== undefined) throw new RecordError("json-array", "It is a JSON array.");
  }
  const beginning = describe(text.trimStart());
  if (OF_SHELL.test(text))
    throw new RecordError("mongo-shell", `It is not JSON, but what the MongoDB shell prints: ${beginning}.`);
  const headers = parseHeader(text);
  // A table without any known column: parseColumns refuses it and names its columns.
  if (headers.length > 1) parseColumns(headers);
  throw new RecordError("unknown-text", `It is neither JSON nor CSV. It begins with ${beginning}.`);
}

function failForcedFormat(name: string): never {
  throw new RecordError("other-format", `It is not in ${name} format.`);
}
