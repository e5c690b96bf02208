import { HttpError } from "../errors.ts";
import type { Item } from "../item.ts";

/** The form of a token's id (RFC 9562, section 4). */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Parses the last part of the URL in the feed's tag, which is the claim `s` of a token.
 *
 * @throws HttpError 404 if it can't be one
 */
export function parseTokenId(id: string | undefined): string {
  if (id === undefined || !UUID.test(id)) throw tokenNotFound();
  return id;
}

/**
 * Verifies that a record is that of a live, non-admin token.
 *
 * @returns the logging interval of the tag in seconds
 * @throws HttpError 404 if the record is missing, malformed, expired, or that of an admin token. The answer does not tell which.
 */
export function verifyListeningToken(record: Item | undefined): number {
  const interval = Number(record?.interval);
  if (record?.admin !== false || Number(record.expiresAt) * 1_000 <= Date.now() || !(interval >= 1))
    throw tokenNotFound();
  return interval;
}

function tokenNotFound(): HttpError {
  return new HttpError("token-not-found", "Token not found");
}
