/** A JSON object, with members of any kind. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: not a primitive, not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
