import { HttpError } from "./errors.ts";
import { isKey } from "./item.ts";
import { verifyToken } from "./signed-token.ts";

/** `Bearer eyJhbGci….eyJzIjoi….dBjftJeZ…`: the scheme in any casing, spaces, a compact JWT (RFC 6750, RFC 7515). */
const BEARER = /^Bearer +([\w.-]+)$/i;

/** An admin token with a valid signature. Only its record shows whether it has been revoked. */
export interface AdminToken {
  /** The claim `s`, which is the key of the token's record. */
  readonly id: string;
  /** The compact JWT, as it was sent. */
  readonly token: string;
}

/**
 * Verifies an `Authorization: Bearer` header. Does not load the token's record.
 *
 * @throws HttpError 401 unless the header holds an unexpired admin token that was signed with `secretKey`
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

/** Returns the same 401 for every rejected token, so that it does not reveal the reason (RFC 6750, section 3.1). */
export function rejectedToken(): HttpError {
  return unauthorized('Bearer error="invalid_token"');
}

function unauthorized(challenge: string): HttpError {
  return new HttpError("unauthorized", "Unauthorized: a valid admin token is required", {
    "WWW-Authenticate": challenge,
  });
}
