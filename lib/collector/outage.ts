/** Errors that are ours: DynamoDB calls the request invalid, or the SDK can't write the request or read the answer. */
const OURS = ["ValidationException", "SerializationException", "TypeError"];

/**
 * Checks whether an error says that DynamoDB throttled a request, refused it or could not be reached, rather than that
 * something of ours is wrong. The SDK marks each error of a request that it gives up.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && "$metadata" in error && !OURS.includes(error.name);
}
