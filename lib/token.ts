import { randomUUID } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";

const ALGORITHM = "HS256";

/** Tokens of ours take about 250 bytes; nothing longer than this is worth decoding. */
const MAX_TOKEN_LENGTH = 4_096;

/** The payload of a token (RFC 7519); times in seconds since the epoch. */
export interface Claims {
  /** Unique id: the key of the token's record, and the end of a feed's performance URL. */
  readonly s: string;
  /** EXPIRES_IN as configured, whatever the lifetime of this very token. */
  readonly d: string;
  readonly iat: number;
  readonly exp: number;
  /** Present in admin tokens only. */
  readonly a?: true;
}

/**
 * The payload of a new token.
 *
 * @param d EXPIRES_IN as configured
 * @param lifetime in seconds
 */
export function computeClaims(d: string, lifetime: number, admin: boolean): Claims {
  const iat = Math.floor(Date.now() / 1_000);
  return { s: randomUUID(), d, iat, exp: iat + lifetime, ...(admin && { a: true }) };
}

/** Signs a payload as a JWT in compact form, with HS256 and the secret's UTF-8 bytes. */
export async function signToken(claims: Claims, secretKey: string): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: ALGORITHM, typ: "JWT" }).sign(encodeKey(secretKey));
}

/**
 * Verifies a token's signature and expiry.
 *
 * @returns the payload: `s` and `exp` are there, everything else is as its maker wrote it
 * @throws JOSEError for every other token, whatever is wrong with it
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
