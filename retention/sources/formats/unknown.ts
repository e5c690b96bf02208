import { describe } from "../../../lib/describe.ts";
import { isTooDeep, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { DOCS } from "../base/docs.ts";
import { RecordError, WITHOUT_CURVE } from "../base/refusals.ts";
import { EMPTY_ARRAY, isEmptyArray } from "../input/detect.ts";
import { csv } from "./csv.ts";
import { parseColumns, parseHeader } from "./csv-table.ts";
import { findApiError } from "./fields.ts";
import { IMPORTABLE } from "./formats.ts";

export const TOO_DEEP = "Its brackets are deeper than those of any platform's answer. Export it again.";

/** What the MongoDB shell prints has names without quotes. */
const OF_SHELL = /^\s*[[{]\s*\{?\s*_id\s*:/;

/** Maximum number of members that a message names. */
const MAX_MEMBERS = 5;

const AND = new Intl.ListFormat("en");

/**
 * Throws a RecordError that says why no format recognizes an object, and what to do.
 *
 * @param name the value of `--format`
 */
export function failUnknownObject(document: JsonObject, name: string | undefined): never {
  const error = findApiError(document);
  if (error !== undefined)
    fail(`The answer is an error, not data (${error}). Resolve the error, then save the answer again.`);
  if (name !== undefined) failForcedFormat(name);
  const members = Object.keys(document)
    .slice(0, MAX_MEMBERS)
    .map((member) => describe(member))
    .join(", ");
  const known = `Formats that can be imported are ${AND.format(IMPORTABLE)}. See ${DOCS}/charts.md and ${DOCS}/platforms.md.`;
  fail(`It is a JSON object of an unknown format, with ${members || "no members"}. ${known}`);
}

/**
 * Throws a RecordError that says why no format recognizes a text, and what to do.
 *
 * @param name the value of `--format`
 */
export function failUnknownText(text: string, name: string | undefined): never {
  if (name !== undefined && name !== csv.name) failForcedFormat(name);
  if (text.trim() === "") fail("It is empty. Export it again.");
  if (isEmptyArray(text)) fail(EMPTY_ARRAY);
  if (text.trimStart().startsWith("[")) {
    if (isTooDeep(text)) fail(TOO_DEEP);
    if (tryParseJson(text) !== undefined) fail("It is a JSON array. Save each answer to a separate file.");
  }
  const beginning = describe(text.trimStart());
  if (OF_SHELL.test(text)) fail(`It is not JSON, but what the MongoDB shell prints: ${beginning}. Use mongoexport.`);
  const headers = parseHeader(text);
  // A table without any known column: parseColumns refuses it and names its columns.
  if (headers.length > 1) parseColumns(headers);
  const found = `It is neither JSON nor CSV. It begins with ${beginning}.`;
  fail(`${found} Save the platform's JSON answer or CSV export.`);
}

function failForcedFormat(name: string): never {
  fail(`It is not in ${name} format. Omit --format, and the format is detected from the content.`);
}

function fail(detail: string): never {
  throw new RecordError(WITHOUT_CURVE, detail);
}
