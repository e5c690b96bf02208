import type { JsonObject } from "../../../../lib/json.ts";
import { dig, tryParseText } from "./fields.ts";

/**
 * Finds the message of an API's error answer: `{"error": "…"}`, `{"error": {"message": "…"}}`,
 * `{"message": "…"}`, or GraphQL's `{"errors": [{"message": "…"}]}`.
 *
 * @returns undefined if the document is not an error
 */
export function findApiError({ error, errors, message }: JsonObject): string | undefined {
  const [first] = Array.isArray(errors) ? errors : [];
  const messages = [error, dig(error, "message"), first, dig(first, "message"), message].map(tryParseText);
  return messages.find((text) => text !== undefined) ?? ((error ?? first) ? "it gives no reason" : undefined);
}
