import { type AdminToken, rejectedToken } from "./admin-token.ts";
import type { Config } from "./config.ts";
import { computeFingerprint, computeKeyedFingerprint, isSameText } from "./digest.ts";
import type { Item } from "./item.ts";
import type { Claims } from "./signed-token.ts";

/** An item of TOKENS_TABLE. It does not hold the token, so the table's contents can't be used to sign in. */
export interface TokenRecord {
  /** The token's claim `s`: the partition key. */
  readonly id: string;
  /** The SHA-256 of the token. */
  readonly fingerprint: string;
  readonly admin: boolean;
  /** The number in the token's claim `d`, which players take for their logging interval in seconds. */
  readonly interval: number;
  /** The HMAC, under the secret, of the public key that the token was issued for. Admin tokens only. */
  readonly publicKey?: string;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  /** Seconds since the epoch. The table's time-to-live attribute. */
  readonly expiresAt: number;
}

/** Computes the record of a token that was issued under the configured keys. */
export function computeTokenRecord(token: string, claims: Claims, { secretKey, publicKey }: Config): TokenRecord {
  return {
    id: claims.s,
    fingerprint: computeFingerprint(token),
    admin: claims.a === true,
    interval: computeInterval(claims.d),
    ...(claims.a && { publicKey: computeKeyedFingerprint(publicKey, secretKey) }),
    issuedAt: claims.iat,
    expiresAt: claims.exp,
  };
}

/**
 * Computes the logging interval that players read in the claim `d`, such as 10 in `10h`.
 *
 * @returns seconds, at least 1
 */
function computeInterval(d: string): number {
  return Math.max(1, Number.parseInt(d, 10) || 1);
}

/**
 * Verifies an admin token against its record and the configured keys.
 *
 * @throws HttpError 401 if the record is missing, belongs to another token or to another public key, or has expired
 *   (DynamoDB takes a few days to delete it)
 */
export function verifyTokenRecord(record: Item | undefined, { token }: AdminToken, config: Config): void {
  const isLive =
    record !== undefined &&
    isSameText(String(record.fingerprint), computeFingerprint(token)) &&
    isSameText(String(record.publicKey), computeKeyedFingerprint(config.publicKey, config.secretKey)) &&
    Number(record.expiresAt) * 1_000 > Date.now();
  if (!isLive) throw rejectedToken();
}
