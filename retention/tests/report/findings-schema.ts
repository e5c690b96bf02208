import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject } from "../../../lib/json.ts";
import { ROOT } from "../../../tests/support/checkout.ts";

/** A later version may add members. This one has no others than the schema explains. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (!isObject(schema)) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, close(member)]));
  return isObject(schema.properties) && !("enum" in schema) ? { ...closed, additionalProperties: false } : closed;
}

const ajv = new Ajv2020()
  .addFormat("date", /^\d{4}-\d\d-\d\d$/)
  .addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** Checks findings, with no more members than the schema has. */
export const validateFindings = ajv.compile(
  close(JSON.parse(readFileSync(`${ROOT}/retention/docs/findings.schema.json`, "utf8"))) as object,
);
