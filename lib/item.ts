import { fitsUtf8 } from "./bytes.ts";

/** An item as DynamoDB returns it. Any tool may have written it, so its attributes must be checked. */
export type Item = Readonly<Record<string, unknown>>;

/** DynamoDB's limit for a partition key in bytes of UTF-8. */
export const MAX_KEY_BYTES = 2_048;

/** Checks whether a value can be a partition key of type S: well-formed, not empty, at most 2,048 bytes. */
export function isKey(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.isWellFormed() && fitsUtf8(value, MAX_KEY_BYTES);
}
