import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ROOT } from "../../../tests/support/checkout.ts";

const schema = JSON.parse(readFileSync(`${ROOT}/retention/docs/export.schema.json`, "utf8"));

/** A later version may add members. This one has no others than the schema explains. */
const validate = new Ajv2020().compile({ ...schema, additionalProperties: false });

/** Verifies the lines of an export against docs/export.schema.json. @throws Error if one is not as it says */
export function requireExportedLines(text: string): void {
  for (const line of text.split("\n").filter((each) => each !== "")) {
    if (validate(JSON.parse(line))) continue;
    throw new Error(`docs/export.schema.json does not have such a line: ${JSON.stringify(validate.errors)}\n${line}`);
  }
}
