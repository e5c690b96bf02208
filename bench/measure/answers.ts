/** Composes DynamoDB's answer to a GetItem: `{"Item": {"guid": {"S": "sample-episode"}, …}}`. */
export function composeAnswer(item: object): string {
  return JSON.stringify({ Item: marshallItem(item) });
}

/** Writes an item of texts, numbers, booleans and binaries as DynamoDB's JSON: `{"guid": {"S": "sample-episode"}}`. */
export function marshallItem(item: object): Record<string, object> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, marshall(value)]));
}

function marshall(value: unknown): object {
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString("base64") };
  if (typeof value === "number") return { N: String(value) };
  return typeof value === "boolean" ? { BOOL: value } : { S: value };
}
