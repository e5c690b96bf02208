import { findPublicKeyProblem, findSecretKeyProblem } from "../lib/key-strength.ts";
import { parseLifetimes } from "../lib/lifetimes.ts";
import { normalizePublicKey } from "../lib/public-key.ts";
import { DEVELOPMENT_KEYS } from "../local/environment.ts";

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

/** Describes what makes the given keys unfit for a deployment. A missing or blank key is not a problem here. */
export function findKeyProblems(environment: NodeJS.ProcessEnv): string[] {
  const given = KEY_NAMES.filter((name) => environment[name]?.trim());
  return given.flatMap((name) => {
    const problem = findKeyProblem(name, environment[name] ?? "");
    return problem ? [`${name} ${problem}`] : [];
  });
}

function findKeyProblem(name: KeyName, key: string): string | undefined {
  if (normalizePublicKey(key) === DEVELOPMENT_KEYS[name])
    return 'is the development key, which everybody can read. Generate one with "openssl rand -hex 32".';
  return name === "PERFORMANCE_SECRET_KEY" ? findSecretKeyProblem(key) : findPublicKeyProblem(normalizePublicKey(key));
}

/** Describes what is wrong with EXPIRES_IN and MAX_EXPIRES_IN. */
export function findLifetimeProblems(environment: NodeJS.ProcessEnv): string[] {
  try {
    parseLifetimes(environment);
    return [];
  } catch (error) {
    return [(error as RangeError).message];
  }
}
