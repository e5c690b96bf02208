import { HttpError } from "./errors.ts";
import { isKey } from "./item.ts";
import { verifyToken } from "./token.ts";

/** `Bearer` in any casing, spaces, and what a compact JWT is made of (RFC 6750, RFC 7519). */
const BEARER = /^Bearer +([\w.-]+)$/i;

/** An admin token that carries a good signature; whether it was revoked, its record tells. */
export interface AdminToken {
  /** Its claim `s`: the key of its record. */
  readonly id: string;
  /** The token itself, as it was sent. */
  readonly token: string;
}

/**
 * Verifies an `Authorization: Bearer` header as far as that goes without the token's record.
 *
 * @throws HttpError 401 if it is missing or holds anything but an admin token signed with
 *   `secretKey` and not yet expired
 */
export async function verifyAdminToken(authorization: string | undefined, secretKey: string): Promise<AdminToken> {
  if (!authorization) throw unauthorized("Bearer");
  const token = BEARER.exec(authorization)?.[1] ?? "";
  const { s, a } = await verifyToken(token, secretKey).catch(() => {
    throw rejectedToken();
  });
  if (a !== true || !isKey(s)) throw rejectedToken();
  return { id: s, token };
}

/** The answer to a token that was sent and does not count: one for all reasons (RFC 6750, section 3.1). */
export function rejectedToken(): HttpError {
  return unauthorized('Bearer error="invalid_token"');
}

function unauthorized(challenge: string): HttpError {
  return new HttpError(401, "Unauthorized: a valid admin token is required", { "WWW-Authenticate": challenge });
}
