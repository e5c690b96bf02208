import { isSameText } from "./digest.ts";

/** A shorter key can be guessed. */
const MIN_CHARACTERS = 20;

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

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

/**
 * Describes why a public key is unfit for a deployment. Does not show the key.
 *
 * @param key normalized, and not empty
 * @returns undefined if the key is fit, otherwise a text that continues a sentence with the variable's name as subject
 */
export function findPublicKeyProblem(key: string): string | undefined {
  if (key.length < MIN_CHARACTERS)
    return `has ${key.length} characters, but needs at least ${MIN_CHARACTERS}, or it can be guessed. Generate one with "openssl rand -hex 32".`;
  if (!PRINTABLE_ASCII.test(key))
    return "has characters that an HTTP header can't carry. Set one of printable ASCII characters.";
  return undefined;
}
