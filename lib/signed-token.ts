import { randomBytes, randomUUID } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";

const ALGORITHM = "HS256";

/** Random bytes of an admin token that nobody can learn from its record or from the log. */
const NONCE_BYTES = 16;

/** The service's tokens have about 250 characters. Longer ones than this are not worth decoding. */
const MAX_TOKEN_LENGTH = 4_096;

/** The payload of a token (RFC 7519). `iat` and `exp` are seconds since the epoch. */
export interface Claims {
  /** The token's id: the key of its record, and the last part of the URL in the feed. */
  readonly s: string;
  /** EXPIRES_IN, verbatim. Not the lifetime of this token, which the request may have chosen. */
  readonly d: string;
  readonly iat: number;
  readonly exp: number;
  /** Present in admin tokens only. */
  readonly a?: true;
}

/**
 * Creates the payload of a new token, with a random id and the current time.
 *
 * @param d EXPIRES_IN, verbatim
 * @param lifetime in seconds
 */
export function createClaims(d: string, lifetime: number, admin: boolean): Claims {
  const iat = Math.floor(Date.now() / 1_000);
  return { s: randomUUID(), d, iat, exp: iat + lifetime, ...(admin && { a: true }) };
}

/**
 * Signs a payload with HS256 and the secret's UTF-8 bytes. HS256 is deterministic, and all claims are on record. The
 * `nonce` in an admin token's header is stored nowhere, so that the secret and a record do not give the token. A feed token has none,
 * because strict libraries refuse unknown header parameters.
 *
 * @returns a compact JWT
 */
export async function signToken(claims: Claims, secretKey: string): Promise<string> {
  const nonce = claims.a && { nonce: randomBytes(NONCE_BYTES).toString("base64url") };
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", ...nonce })
    .sign(encodeKey(secretKey));
}

/**
 * Verifies a token's signature and expiry.
 *
 * @returns the payload. Only `s` and `exp` are certain to be there, and `s` may have any type.
 * @throws JOSEError if the token is not valid
 */
export async function verifyToken(token: string, secretKey: string): Promise<JWTPayload> {
  if (token.length > MAX_TOKEN_LENGTH) throw new errors.JWTInvalid("token too long");
  const { payload } = await jwtVerify(token, encodeKey(secretKey), {
    algorithms: [ALGORITHM],
    requiredClaims: ["s", "exp"],
  });
  return payload;
}

function encodeKey(secretKey: string): Uint8Array {
  return new TextEncoder().encode(secretKey);
}
