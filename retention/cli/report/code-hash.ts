import { createHash } from "node:crypto";

/** Computes the hash by which a Content-Security-Policy allows code. */
export function hashCode(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
