import { MIN_SECRET_KEY_BYTES } from "../../lib/config.ts";
import { parseLifetimes } from "../../lib/lifetimes.ts";
import { normalizePublicKey } from "../../lib/public-key.ts";

/** The name of a key that the functions can't do without and that is missing or blank. */
export function findMissingValue(environment: NodeJS.ProcessEnv): string | undefined {
  if (!environment.PERFORMANCE_SECRET_KEY?.trim()) return "PERFORMANCE_SECRET_KEY";
  if (!normalizePublicKey(environment.PERFORMANCE_PUBLIC_KEY ?? "")) return "PERFORMANCE_PUBLIC_KEY";
  return undefined;
}

/**
 * The name of a key that the framework would change on its way to the functions: it takes what is in `${…}`
 * for a variable of its own also in values of the environment.
 *
 * @param environment as the operator has set it, and not as the framework has read it
 */
export function findReplacedKey(environment: NodeJS.ProcessEnv): string | undefined {
  return ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"].find((name) => environment[name]?.includes("${"));
}

/** What is wrong with a value that is there: a secret too short to sign with, a lifetime that is none. */
export function findInvalidValue(environment: NodeJS.ProcessEnv): string | undefined {
  const bytes = Buffer.byteLength(environment.PERFORMANCE_SECRET_KEY?.trim() ?? "");
  if (bytes > 0 && bytes < MIN_SECRET_KEY_BYTES) {
    return `PERFORMANCE_SECRET_KEY has ${bytes} bytes, HS256 needs at least ${MIN_SECRET_KEY_BYTES} (RFC 7518, section 3.2)`;
  }
  try {
    parseLifetimes(environment);
    return undefined;
  } catch (error) {
    return (error as RangeError).message;
  }
}
