import { findInvalidValue, findMissingKeys, findReplacedKey, KEY_NAMES, type KeyName } from "./deployable.ts";
import { fail, type Options, type Serverless } from "./serverless.ts";
import { loadStackParameters } from "./stack.ts";

/** The parameters of the stack that carry the keys (resources/keys.yml). */
const PARAMETERS = { PERFORMANCE_SECRET_KEY: "SecretKey", PERFORMANCE_PUBLIC_KEY: "PublicKey" };

type Keys = Partial<Record<KeyName, string>>;

/**
 * Keeps the keys out of all that the framework writes to disk and uploads to the deployment bucket:
 * they go straight to CloudFormation, as parameters that it does not show. A key that is not given keeps
 * the value that the stack has. Refuses to package or deploy a service that could not do its work, or
 * whose tokens could be forged. A key that the framework would replace is refused whatever the command,
 * before it fails at that or does it.
 */
class DeploymentPlugin {
  readonly hooks: Record<string, () => Promise<void>>;
  readonly #serverless: Serverless;
  readonly #command: string;
  #keys: Keys = {};
  #checked: Promise<void> | undefined;

  constructor(serverless: Serverless, options: Options) {
    this.#serverless = serverless;
    this.#command = serverless.processedInput.commands.join(" ");
    requireWholeDeployment(this.#command);
    requireKeptKeys();
    const check = async () => {
      this.#checked ??= this.#check();
      await this.#checked;
    };
    const passKeys = async () => {
      serverless.service.provider.stackParameters = describeParameters(this.#keys);
    };
    this.hooks = {
      initialize: async () => {
        if (["package", "deploy", "rollback"].includes(this.#command)) this.#keys = takeKeys(serverless);
        // The framework compares what it uploads with the last time, and would miss a new key.
        if (this.#command === "deploy") options.force = true;
      },
      "before:package:initialize": check,
      "before:deploy:deploy": check,
      "before:aws:deploy:deploy:updateStack": passKeys,
      "before:rollback:rollback": async () => {
        // Without a timestamp, it lists the deployments.
        if (!options.timestamp) return;
        await check();
        await passKeys();
      },
    };
  }

  async #check(): Promise<void> {
    const { custom, functions } = this.#serverless.service;
    const provider = this.#serverless.getProvider("aws");
    const problem = findInvalidValue({ ...findTexts(functions.token.environment), ...this.#keys });
    if (problem) fail(`Refused: ${problem}`);
    if (provider.getStage() === "prod" && !custom.alarmTarget) {
      console.warn("The alarms of prod reach nobody: set alarmEmail or alarmTopic in serverless.yml");
    }
    const missing = findMissingKeys(this.#keys);
    if (missing.length === 0) return;
    // A package holds no keys: only its deployment can tell whether the stack has them.
    if (this.#command === "package") {
      console.warn(`${describeMissing(missing)}: fine to update a stack, which keeps its own, but not to create one`);
      return;
    }
    const kept = await loadStackParameters(provider);
    const lacking = missing.filter((name) => !kept.includes(PARAMETERS[name]));
    if (lacking.length === 0) return;
    fail(`Refused: ${describeMissing(lacking)}, and the stack ${provider.naming.getStackName()} has none to keep`);
  }
}

export { DeploymentPlugin as "module.exports" };

/** Puts references to the stack's parameters in the place of the keys. */
function takeKeys({ service }: Serverless): Keys {
  const { environment } = service.provider;
  const keys: Keys = {};
  for (const name of KEY_NAMES) {
    keys[name] = String(environment[name] ?? "");
    environment[name] = { Ref: PARAMETERS[name] };
  }
  return keys;
}

/** What CloudFormation gets for the stack's parameters. */
function describeParameters(keys: Keys) {
  const missing = findMissingKeys(keys);
  return KEY_NAMES.map((name) => ({
    ParameterKey: PARAMETERS[name],
    ...(missing.includes(name) ? { UsePreviousValue: true } : { ParameterValue: keys[name] }),
  }));
}

function describeMissing(names: readonly KeyName[]): string {
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} not set`;
}

function findTexts(environment: Record<string, unknown>): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return Object.fromEntries(Object.entries(environment).filter(isText));
}

/** The framework would replace the code, fail at the role, and leave CloudFormation unaware of it all. */
function requireWholeDeployment(command: string): void {
  if (command === "deploy function") fail("Refused: a function can't be deployed by itself. Use serverless deploy.");
}

function requireKeptKeys(): void {
  const name = findReplacedKey(process.env);
  if (name) fail(`Refused: ${name} has "\${" in it, which the framework would replace: choose another one`);
}
