import { isObject, type JsonObject } from "../../lib/json.ts";
import { RecordError, TEXT_NUMBERS } from "../base/refusals.ts";

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** What is a number in a chart, a session or a row of a table, wherever it is. */
const MEMBERS = ["duration", "time", "percentage", "second", "minute", "listeners", "viewers", "count"];

const JQ =
  'jq -c \'def n: if type == "string" and test("^[0-9.]+$") then tonumber else . end; (.duration, .data[][]) |= n\' FILE > numbers.jsonl';

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
  const problem = `Its numbers are text, such as "${first[0]}":"${first[1]}", as BigQuery writes them in JSON.`;
  return new RecordError(TEXT_NUMBERS, `${problem} Export a table as CSV, or turn them into numbers: ${JQ}`);
}

function isNumber(value: unknown): boolean {
  return typeof value === "string" && NUMBER.test(value);
}
