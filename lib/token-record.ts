import { type AdminToken, rejectedToken } from "./admin-token.ts";
import type { Config } from "./config.ts";
import { computeFingerprint, computeKeyedFingerprint, isSameText } from "./digest.ts";
import type { Item } from "./item.ts";
import type { Claims } from "./token.ts";

/** What TOKENS_TABLE holds of a token: never the token itself, so that nothing in it can be used. */
export interface TokenRecord {
  /** The token's claim `s`. */
  readonly id: string;
  /** The fingerprint of the whole token. */
  readonly fingerprint: string;
  readonly admin: boolean;
  /** The keyed fingerprint, under the secret, of the public key that the token was issued for; admin tokens only. */
  readonly publicKey?: string;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  /** Seconds since the epoch: DynamoDB's time to live. */
  readonly expiresAt: number;
}

/** The record of a token that was issued under the configured keys. */
export function computeTokenRecord(token: string, claims: Claims, { secretKey, publicKey }: Config): TokenRecord {
  return {
    id: claims.s,
    fingerprint: computeFingerprint(token),
    admin: claims.a === true,
    ...(claims.a && { publicKey: computeKeyedFingerprint(publicKey, secretKey) }),
    issuedAt: claims.iat,
    expiresAt: claims.exp,
  };
}

/**
 * Checks an admin token against its record and the keys that are configured now.
 *
 * @throws HttpError 401 if the record is gone, that of another token, expired (DynamoDB may take two
 *   days to delete it) or of a token that was issued for another public key
 */
export function verifyTokenRecord(record: Item | undefined, { token }: AdminToken, config: Config): void {
  const isLive =
    record !== undefined &&
    isSameText(String(record.fingerprint), computeFingerprint(token)) &&
    isSameText(String(record.publicKey), computeKeyedFingerprint(config.publicKey, config.secretKey)) &&
    Number(record.expiresAt) * 1_000 > Date.now();
  if (!isLive) throw rejectedToken();
}
