import { isSameText } from "./digest.ts";

const PEM_ARMOUR = /-----(?:BEGIN|END) [^-]+-----/g;

/**
 * Removes the parts of a PEM file that a header or an environment variable can't carry: armour lines (RFC 7468),
 * line breaks, literal `\n`, and other white space.
 */
export function normalizePublicKey(key: string): string {
  return key.replace(PEM_ARMOUR, "").replaceAll("\\n", "").replace(/\s/g, "");
}

/**
 * Checks in constant time whether a key, once normalized, is the configured one. Without a configured key, every
 * candidate is invalid.
 *
 * @param configured the configured key, normalized; empty if there is none
 */
export function isValidPublicKey(candidate: string, configured: string): boolean {
  return configured !== "" && isSameText(normalizePublicKey(candidate), configured);
}
