import { createHash, timingSafeEqual } from "node:crypto";

/** The SHA-256 of a text's UTF-8 bytes in hexadecimal: what `printf %s TEXT | sha256sum` prints. */
export function computeFingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());
}
