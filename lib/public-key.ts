import { isSameText } from "./digest.ts";

const PEM_ARMOUR = /-----(?:BEGIN|END) [^-]+-----/g;

/**
 * Strips what a PEM file has and a header or an environment variable can't carry: armour lines
 * (RFC 7468), line breaks, also those written as a literal `\n`, and all other white space.
 */
export function normalizePublicKey(key: string): string {
  return key.replace(PEM_ARMOUR, "").replaceAll("\\n", "").replace(/\s/g, "");
}

/**
 * Whether `candidate` is the configured public key, PEM dressing aside, compared in constant time.
 * A server without a public key accepts none.
 *
 * @param configured the configured key, normalized; empty when the server has none
 */
export function isValidPublicKey(candidate: string, configured: string): boolean {
  return configured !== "" && isSameText(normalizePublicKey(candidate), configured);
}
