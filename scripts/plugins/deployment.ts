import { findInvalidValue, findMissingValue, findReplacedKey } from "./deployable.ts";
import { fail, type Options, type Serverless } from "./serverless.ts";

/** The keys, and the parameters of the stack that carry them (resources/keys.yml). */
const PARAMETERS = { PERFORMANCE_SECRET_KEY: "SecretKey", PERFORMANCE_PUBLIC_KEY: "PublicKey" };

type Keys = Record<keyof typeof PARAMETERS, string>;

/**
 * Keeps the keys out of all that the framework writes to disk and uploads to the deployment bucket:
 * they go straight to CloudFormation, as parameters that it does not show. And refuses to package or
 * deploy a service that could not do its work, or whose tokens could be forged; only
 * `serverless package` of the dev stage does without keys, so that one can look at the result. A key
 * that the framework would replace is refused whatever the command, before it fails at that or does it.
 */
class DeploymentPlugin {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor(serverless: Serverless, options: Options) {
    requireKeptKeys();
    const { processedInput, service } = serverless;
    const isCommand = (...names: string[]) => names.includes(processedInput.commands.join(" "));
    let keys: Keys | undefined;
    const check = async () => {
      const isTrial = isCommand("package") && service.provider.stage === "dev";
      requireDeployable({ ...findTexts(service.provider.environment), ...keys }, isTrial);
    };
    const passKeys = async () => {
      service.provider.stackParameters = Object.entries(PARAMETERS).map(([name, ParameterKey]) => {
        return { ParameterKey, ParameterValue: keys?.[name as keyof Keys] ?? "" };
      });
    };
    this.hooks = {
      initialize: async () => {
        if (isCommand("package", "deploy", "rollback")) keys = takeKeys(service.provider.environment);
        // The framework compares what it uploads with the last time, and would miss a new key.
        if (isCommand("deploy")) options.force = true;
      },
      "before:package:initialize": check,
      "before:deploy:function:initialize": check,
      "before:deploy:deploy": check,
      "before:rollback:rollback": async () => {
        await check();
        await passKeys();
      },
      "before:aws:deploy:deploy:updateStack": passKeys,
    };
  }
}

export { DeploymentPlugin as "module.exports" };

/** Puts references to the stack's parameters in the place of the keys. */
function takeKeys(environment: Record<string, unknown>): Keys {
  const take = (name: keyof Keys) => {
    const value = String(environment[name] ?? "");
    environment[name] = { Ref: PARAMETERS[name] };
    return value;
  };
  return {
    PERFORMANCE_SECRET_KEY: take("PERFORMANCE_SECRET_KEY"),
    PERFORMANCE_PUBLIC_KEY: take("PERFORMANCE_PUBLIC_KEY"),
  };
}

function findTexts(environment: Record<string, unknown>): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return Object.fromEntries(Object.entries(environment).filter(isText));
}

function requireKeptKeys(): void {
  const name = findReplacedKey(process.env);
  if (name) fail(`Refused: ${name} has "\${" in it, which the framework would replace: choose another one`);
}

function requireDeployable(environment: NodeJS.ProcessEnv, isTrial: boolean): void {
  const problem = findInvalidValue(environment);
  const missing = findMissingValue(environment);
  if (problem) fail(`Refused: ${problem}`);
  if (missing && !isTrial) fail(`Refused: ${missing} is not set`);
  if (missing) console.warn(`${missing} is not set: fine to look at, but not to deploy`);
}
