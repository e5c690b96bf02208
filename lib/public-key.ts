import { isSameText } from "./digest.ts";

/** Fewer characters can be guessed. */
const MIN_CHARACTERS = 20;

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

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

/**
 * What makes a public key unfit for a deployment, in words that follow its name; the key itself is not among them.
 *
 * @param key normalized, and not empty
 */
export function findPublicKeyProblem(key: string): string | undefined {
  if (key.length < MIN_CHARACTERS)
    return `has ${key.length} characters, but needs ${MIN_CHARACTERS}: anyone who guesses it gets admin tokens`;
  if (!PRINTABLE_ASCII.test(key)) return "has characters other than printable ASCII, which a header can't carry";
  return undefined;
}
