import { MIN_SECRET_KEY_BYTES } from "../lib/config.ts";
import { parseLifetimes } from "../lib/lifetimes.ts";
import { normalizePublicKey } from "../lib/public-key.ts";
import { fail, type Serverless } from "./serverless.ts";

/**
 * Refuses to package a service that could not do its work or whose tokens could be forged. Without
 * any keys, `serverless package` still packages the dev stage, so that one can look at the result.
 */
class DeploymentPlugin {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor({ processedInput, service }: Serverless) {
    this.hooks = {
      "before:package:initialize": async () => {
        const { environment, stage } = service.provider;
        const isTrial = processedInput.commands[0] === "package" && stage === "dev";
        const problem = findInvalidValue(environment);
        const missing = findMissingValue(environment);
        if (problem) fail(`Not packaged: ${problem}`);
        if (missing && !isTrial) fail(`Not packaged: ${missing} is not set`);
        if (missing) console.warn(`${missing} is not set: fine to look at, but not to deploy`);
      },
    };
  }
}

export { DeploymentPlugin as "module.exports" };

function findMissingValue(environment: Record<string, string>): string | undefined {
  if (!environment.PERFORMANCE_SECRET_KEY?.trim()) return "PERFORMANCE_SECRET_KEY";
  if (!normalizePublicKey(environment.PERFORMANCE_PUBLIC_KEY ?? "")) return "PERFORMANCE_PUBLIC_KEY";
  return undefined;
}

function findInvalidValue(environment: Record<string, string>): string | undefined {
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
