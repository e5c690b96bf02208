import { MIN_SECRET_KEY_BYTES } from "../../lib/config.ts";
import { parseLifetimes } from "../../lib/lifetimes.ts";
import { findPublicKeyProblem, normalizePublicKey } from "../../lib/public-key.ts";

/** The environment variables of the keys. */
export const KEY_NAMES = ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"] as const;

export type KeyName = (typeof KEY_NAMES)[number];

/** Returns the keys that are missing or blank. */
export function findMissingKeys(environment: NodeJS.ProcessEnv): KeyName[] {
  return KEY_NAMES.filter((name) => !environment[name]?.trim());
}

/**
 * Returns the name of a key that the Serverless Framework would alter. It resolves `${…}` as a framework variable,
 * even in the value of an environment variable.
 *
 * @param environment as the operator set it, before the framework reads it
 */
export function findAlteredKey(environment: NodeJS.ProcessEnv): KeyName | undefined {
  return KEY_NAMES.find((name) => environment[name]?.includes("${"));
}

/** Describes the first invalid value: a key that is too short or that a header can't carry, or an invalid lifetime. */
export function findInvalidValue(environment: NodeJS.ProcessEnv): string | undefined {
  return findInvalidSecretKey(environment) ?? findInvalidPublicKey(environment) ?? findInvalidLifetime(environment);
}

function findInvalidSecretKey({ PERFORMANCE_SECRET_KEY = "" }: NodeJS.ProcessEnv): string | undefined {
  const bytes = Buffer.byteLength(PERFORMANCE_SECRET_KEY.trim());
  if (bytes === 0 || bytes >= MIN_SECRET_KEY_BYTES) return undefined;
  return `PERFORMANCE_SECRET_KEY has ${bytes} bytes, but HS256 needs at least ${MIN_SECRET_KEY_BYTES} (RFC 7518, section 3.2). Generate one with "openssl rand -hex 32".`;
}

function findInvalidPublicKey({ PERFORMANCE_PUBLIC_KEY = "" }: NodeJS.ProcessEnv): string | undefined {
  if (!PERFORMANCE_PUBLIC_KEY.trim()) return undefined;
  const problem = findPublicKeyProblem(normalizePublicKey(PERFORMANCE_PUBLIC_KEY));
  return problem && `PERFORMANCE_PUBLIC_KEY ${problem}`;
}

function findInvalidLifetime(environment: NodeJS.ProcessEnv): string | undefined {
  try {
    parseLifetimes(environment);
    return undefined;
  } catch (error) {
    return (error as RangeError).message;
  }
}
