import { describe } from "../../lib/describe.ts";
import type { JsonObject } from "../../lib/json.ts";
import { dig, tryParseText } from "./fields.ts";

/** Maximum number of characters that a message quotes of an error. */
const MAX_ERROR = 200;

/**
 * Finds the message of an API's error answer: `{"error": "…"}`, `{"error": {"message": "…"}}`,
 * `{"message": "…"}`, or GraphQL's `{"errors": [{"message": "…"}]}`.
 *
 * @returns the message in quotes, `no reason given`, or undefined if the document is not an error answer
 */
export function findApiError({ error, errors, message }: JsonObject): string | undefined {
  const [first] = Array.isArray(errors) ? errors : [];
  const messages = [error, dig(error, "message"), first, dig(first, "message"), message].map(tryParseText);
  const found = messages.find((text) => text !== undefined);
  if (found !== undefined) return describe(found, MAX_ERROR);
  return (error ?? first) ? "no reason given" : undefined;
}
