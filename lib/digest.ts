import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The SHA-256 of a text's UTF-8 bytes in hexadecimal: what `printf %s TEXT | sha256sum` prints. */
export function computeFingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The HMAC-SHA-256 of a text under a secret, in hexadecimal: nobody without the secret can check a guess of the text. */
export function computeKeyedFingerprint(text: string, secretKey: string): string {
  return createHmac("sha256", secretKey).update(text).digest("hex");
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());
}
