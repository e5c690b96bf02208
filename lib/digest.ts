import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Computes the SHA-256 of bytes, or of a text in UTF-8, in hexadecimal, as `printf %s TEXT | sha256sum` prints it. */
export function computeFingerprint(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("hex");
}

/** Computes the HMAC-SHA-256 of a text in hexadecimal. Without the secret, nobody can check a guess of the text. */
export function computeKeyedFingerprint(text: string, secretKey: string): string {
  return createHmac("sha256", secretKey).update(text).digest("hex");
}

/** Checks whether two texts are equal. The time that it takes does not depend on where they differ. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());
}
