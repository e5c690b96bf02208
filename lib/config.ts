import { HttpError } from "./errors.ts";
import { logWarning } from "./log.ts";
import { findPublicKeyProblem, normalizePublicKey } from "./public-key.ts";

/** HS256's minimum (RFC 7518, section 3.2). */
export const MIN_SECRET_KEY_BYTES = 32;

/** The configured keys. */
export interface Config {
  /** PERFORMANCE_SECRET_KEY, never blank. */
  readonly secretKey: string;
  /** PERFORMANCE_PUBLIC_KEY, normalized. Empty if it is not configured. */
  readonly publicKey: string;
}

const warnings = new Set<string>();

/**
 * Reads the keys from the environment. Warns once about each key that is too weak for a deployment.
 *
 * @throws HttpError 500 if PERFORMANCE_SECRET_KEY is unset or blank
 */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const secretKey = env.PERFORMANCE_SECRET_KEY ?? "";
  if (secretKey.trim() === "") throw new HttpError(500, "Secret key not configured");
  if (Buffer.byteLength(secretKey) < MIN_SECRET_KEY_BYTES)
    warnOnce(
      `PERFORMANCE_SECRET_KEY is shorter than ${MIN_SECRET_KEY_BYTES} bytes. Anyone who guesses it can forge tokens. Generate one with "openssl rand -hex 32".`,
    );
  const publicKey = normalizePublicKey(env.PERFORMANCE_PUBLIC_KEY ?? "");
  const problem = publicKey && findPublicKeyProblem(publicKey);
  if (problem) warnOnce(`PERFORMANCE_PUBLIC_KEY ${problem}`);
  return { secretKey, publicKey };
}

/**
 * Reads the keys from the environment for an endpoint that needs both.
 *
 * @throws HttpError 500 if PERFORMANCE_SECRET_KEY or PERFORMANCE_PUBLIC_KEY is unset or blank
 */
export function parseAdminConfig(env: NodeJS.ProcessEnv): Config {
  const config = parseConfig(env);
  if (config.publicKey === "") throw new HttpError(500, "Public key not configured");
  return config;
}

function warnOnce(message: string): void {
  if (warnings.has(message)) return;
  warnings.add(message);
  logWarning(message);
}
