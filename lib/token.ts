import { createHmac, randomUUID } from "node:crypto";
import { type CryptoKey, errors, type JWTPayload, jwtVerify } from "jose";

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

/**
 * Signs a payload as a JWT in compact form, with HS256 and the secret's UTF-8 bytes (RFC 7515, appendix A.1).
 * By hand: a library brings the web's cryptography with it, which costs more than all else that a token
 * takes besides its recording (docs/performance.md).
 */
export function signToken(claims: Claims, secretKey: string): string {
  const input = `${encode({ alg: ALGORITHM, typ: "JWT" })}.${encode(claims)}`;
  return `${input}.${createHmac("sha256", secretKey).update(input).digest("base64url")}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/**
 * Verifies a token's signature and expiry.
 *
 * @returns the payload: `s` and `exp` are there, everything else is as its maker wrote it
 * @throws JOSEError for every other token, whatever is wrong with it
 */
export async function verifyToken(token: string, secretKey: string): Promise<JWTPayload> {
  if (token.length > MAX_TOKEN_LENGTH) throw new errors.JWTInvalid("token too long");
  const { payload } = await jwtVerify(token, await loadKey(secretKey), {
    algorithms: [ALGORITHM],
    requiredClaims: ["s", "exp"],
  });
  return payload;
}

let imported: { readonly secretKey: string; readonly key: Promise<CryptoKey> } | undefined;

/** Importing a key costs more than using it, so the last one is kept. */
function loadKey(secretKey: string): Promise<CryptoKey> {
  if (imported?.secretKey !== secretKey) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = crypto.subtle.importKey("raw", Buffer.from(secretKey), algorithm, false, ["verify"]);
    imported = { secretKey, key };
  }
  return imported.key;
}
