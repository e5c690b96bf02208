import { container } from "./container.ts";
import { HttpError } from "./errors.ts";
import { findPublicKeyProblem, findSecretKeyProblem } from "./key-strength.ts";
import { logWarning } from "./log.ts";
import { normalizePublicKey } from "./public-key.ts";

/** The configured keys. */
export interface Config {
  /** PERFORMANCE_SECRET_KEY, never blank. */
  readonly secretKey: string;
  /** PERFORMANCE_PUBLIC_KEY, normalized. Empty if it is not configured. */
  readonly publicKey: string;
}

/**
 * Reads the keys from the environment. Warns once about each key that is too weak for a deployment.
 *
 * @throws HttpError 500 if PERFORMANCE_SECRET_KEY is unset or blank
 */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const secretKey = env.PERFORMANCE_SECRET_KEY ?? "";
  if (secretKey.trim() === "") throw new HttpError("secret-key-not-configured", "Secret key not configured");
  warnOnce("PERFORMANCE_SECRET_KEY", findSecretKeyProblem(secretKey));
  const publicKey = normalizePublicKey(env.PERFORMANCE_PUBLIC_KEY ?? "");
  if (publicKey !== "") warnOnce("PERFORMANCE_PUBLIC_KEY", findPublicKeyProblem(publicKey));
  return { secretKey, publicKey };
}

/**
 * Reads the keys from the environment for an endpoint that needs both.
 *
 * @throws HttpError 500 if PERFORMANCE_SECRET_KEY or PERFORMANCE_PUBLIC_KEY is unset or blank
 */
export function parseAdminConfig(env: NodeJS.ProcessEnv): Config {
  const config = parseConfig(env);
  if (config.publicKey === "") throw new HttpError("public-key-not-configured", "Public key not configured");
  return config;
}

function warnOnce(name: string, problem: string | undefined): void {
  const message = `${name} ${problem}`;
  if (!problem || container.warnings.has(message)) return;
  container.warnings.add(message);
  logWarning("weak-key", message);
}
