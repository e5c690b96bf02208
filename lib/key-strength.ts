/** HS256's minimum (RFC 7518, section 3.2). */
const MIN_SECRET_KEY_BYTES = 32;

/** A shorter public key can be guessed. */
const MIN_PUBLIC_KEY_CHARACTERS = 20;

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

const REPEATED_CHARACTER = /^(.)\1*$/su;

const ADVICE = 'Generate one with "openssl rand -hex 32".';

const REPEATED = `is one repeated character, which can be guessed. ${ADVICE}`;

/**
 * Describes why a secret is unfit for a deployment. White space around it does not count. Does not show the secret.
 *
 * @param key not blank
 * @returns undefined if the secret is fit, otherwise a text that continues a sentence with the variable's name as subject
 */
export function findSecretKeyProblem(key: string): string | undefined {
  const core = key.trim();
  const bytes = Buffer.byteLength(core);
  if (bytes < MIN_SECRET_KEY_BYTES)
    return `has ${bytes} bytes, but HS256 needs at least ${MIN_SECRET_KEY_BYTES} (RFC 7518, section 3.2). ${ADVICE}`;
  return REPEATED_CHARACTER.test(core) ? REPEATED : undefined;
}

/**
 * Describes why a public key is unfit for a deployment. Does not show the key.
 *
 * @param key normalized, and not empty
 * @returns undefined if the key is fit, otherwise a text that continues a sentence with the variable's name as subject
 */
export function findPublicKeyProblem(key: string): string | undefined {
  if (key.length < MIN_PUBLIC_KEY_CHARACTERS)
    return `has ${key.length} characters, but needs at least ${MIN_PUBLIC_KEY_CHARACTERS}, or it can be guessed. ${ADVICE}`;
  if (!PRINTABLE_ASCII.test(key))
    return "has characters that an HTTP header can't carry. Set one of printable ASCII characters.";
  return REPEATED_CHARACTER.test(key) ? REPEATED : undefined;
}
