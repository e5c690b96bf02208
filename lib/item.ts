/** An item as DynamoDB returns it. Any tool may have written it, so nothing is taken for granted. */
export type Item = Readonly<Record<string, unknown>>;

/** DynamoDB's limit for a partition key, in bytes of UTF-8. */
export const MAX_KEY_BYTES = 2_048;

/** Whether a value can be a partition key of type S: text that UTF-8 can hold, not empty, not too long. */
export function isKey(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.isWellFormed() && Buffer.byteLength(value) <= MAX_KEY_BYTES;
}
