import type { JsonObject } from "../../../../lib/json.ts";
import { RecordError } from "../records/refusals.ts";
import { findApiError } from "./api-error.ts";
import { csv } from "./csv.ts";
import { parseColumns } from "./csv-columns.ts";
import { IMPORTABLE } from "./formats.ts";
import { show, WITHOUT_CURVE } from "./refuse.ts";
import { parseHeader } from "./table.ts";

/** How both a zip archive and an Excel workbook begin. */
const ZIP = "PK";

/** A file in every Excel workbook. */
const WORKBOOK = "[Content_Types].xml";

/** The number of members that a message names. */
const MAX_MEMBERS = 5;

/** @throws RecordError if a file is a zip or an Excel workbook */
export function refuseArchive(bytes: Buffer): void {
  if (bytes.toString("latin1", 0, ZIP.length) !== ZIP) return;
  if (!bytes.includes(WORKBOOK)) fail("it is a zip: unpack it and import All.csv or Organic.csv");
  fail("it is an Excel workbook: save its sheet as CSV, or use the JSON export if it is HarborFM's");
}

/**
 * Refuses an object that no format recognizes.
 *
 * @param name the value of `--format`
 * @throws RecordError
 */
export function refuseObject(document: JsonObject, name: string | undefined): never {
  const error = findApiError(document);
  if (error !== undefined) fail(`it is an error, not data: ${error}`);
  if (name !== undefined) fail(`it does not look like ${name}: omit --format to let the content decide`);
  const members = Object.keys(document)
    .slice(0, MAX_MEMBERS)
    .map((member) => show(member))
    .join(", ");
  const known = `docs/charts.md describes what can be imported: ${IMPORTABLE.join(", ")}`;
  fail(`unknown format, an object with ${members || "no members"}: ${known}`);
}

/** Refuses a text that no format recognizes. @throws RecordError */
export function refuseText(text: string, name: string | undefined): never {
  if (name !== undefined && name !== csv.name)
    fail(`it does not look like ${name}: omit --format to let the content decide`);
  if (text.trimStart().startsWith("[")) fail("it is a list of JSON values: save one answer per file");
  const headers = parseHeader(text);
  // A table, but none of its columns is known.
  if (headers.length > 1) parseColumns(headers);
  fail(text.trim() === "" ? "it is empty" : `it is neither JSON nor CSV: it begins with ${show(text.trimStart())}`);
}

function fail(detail: string): never {
  throw new RecordError(WITHOUT_CURVE, detail);
}
