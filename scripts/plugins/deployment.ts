import {
  findAlteredKey,
  findKeyProblems,
  findLifetimeProblems,
  findMissingKeys,
  KEY_NAMES,
  type KeyName,
} from "./deployable.ts";
import { fail, type Options, type Serverless } from "./serverless.ts";
import { loadStackParameters } from "./stack.ts";

/** The stack parameters of the keys (resources/keys.yml). */
const PARAMETERS = { PERFORMANCE_SECRET_KEY: "SecretKey", PERFORMANCE_PUBLIC_KEY: "PublicKey" };

type Keys = Partial<Record<KeyName, string>>;

/**
 * Passes the keys straight to CloudFormation, as hidden parameters. They appear neither in the files that the framework
 * writes nor in the deployment bucket. A key that is not set keeps its value in the stack.
 *
 * Refuses to package or deploy a service that could not work, or whose tokens could be forged. Refuses any command
 * with a key that the framework would alter.
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
    refuseFunctionDeployment(this.#command);
    refuseAlteredKey();
    const check = async () => {
      this.#checked ??= this.#check();
      await this.#checked;
    };
    const passKeys = async () => {
      serverless.service.provider.stackParameters = makeParameters(this.#keys);
    };
    this.hooks = {
      initialize: async () => {
        if (["package", "deploy", "rollback"].includes(this.#command)) this.#keys = replaceKeys(serverless);
        // The framework skips a deployment whose files have not changed, and so would miss a new key.
        if (this.#command === "deploy") options.force = true;
      },
      "before:package:initialize": check,
      "before:deploy:deploy": check,
      "before:aws:deploy:deploy:updateStack": passKeys,
      "before:rollback:rollback": async () => {
        // Without a timestamp, the command only lists the deployments.
        if (!options.timestamp) return;
        await check();
        await passKeys();
      },
    };
  }

  async #check(): Promise<void> {
    const { custom, functions } = this.#serverless.service;
    const provider = this.#serverless.getProvider("aws");
    refuse([...findKeyProblems(this.#keys), ...findLifetimeProblems(pickStrings(functions.token.environment))]);
    if (provider.getStage() === "prod" && !custom.alarmTarget) {
      console.warn("The alarms of prod reach nobody. Set alarmEmail or alarmTopic in serverless.yml.");
    }
    const missing = findMissingKeys(this.#keys);
    if (missing.length === 0) return;
    // A package contains no keys. Its deployment checks whether the stack has them.
    if (this.#command === "package") {
      const advice = "An existing stack keeps its keys. To create a stack, set both keys when you deploy.";
      console.warn(`${describeMissing(missing)}. ${advice}`);
      return;
    }
    const kept = await loadStackParameters(provider);
    const lacking = missing.filter((name) => !kept.includes(PARAMETERS[name]));
    if (lacking.length === 0) return;
    const stack = provider.naming.getStackName();
    const them = lacking.length > 1 ? "them" : "it";
    fail(
      `Refused: ${describeMissing(lacking)}, and the stack ${stack} does not have ${them} yet. Set ${them} and try again.`,
    );
  }
}

export { DeploymentPlugin as "module.exports" };

/**
 * Replaces the keys in the functions' environment with references to the stack's parameters.
 *
 * @returns the keys
 */
function replaceKeys({ service }: Serverless): Keys {
  const { environment } = service.provider;
  const keys: Keys = {};
  for (const name of KEY_NAMES) {
    keys[name] = String(environment[name] ?? "");
    environment[name] = { Ref: PARAMETERS[name] };
  }
  return keys;
}

function makeParameters(keys: Keys) {
  const missing = findMissingKeys(keys);
  return KEY_NAMES.map((name) => ({
    ParameterKey: PARAMETERS[name],
    ...(missing.includes(name) ? { UsePreviousValue: true } : { ParameterValue: keys[name] }),
  }));
}

function describeMissing(names: readonly KeyName[]): string {
  return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} not set`;
}

function pickStrings(environment: Record<string, unknown>): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return Object.fromEntries(Object.entries(environment).filter(isText));
}

/** Ends the command with all problems, if there are any. */
function refuse(problems: readonly string[]): void {
  if (problems.length === 1) fail(`Refused: ${problems[0]}`);
  if (problems.length > 1) fail(["Refused:", ...problems.map((problem) => `- ${problem}`)].join("\n"));
}

/** The framework would replace the code, then fail at the role, and CloudFormation would not know of the new code. */
function refuseFunctionDeployment(command: string): void {
  if (command === "deploy function") fail("Refused: A function can't be deployed by itself. Use serverless deploy.");
}

function refuseAlteredKey(): void {
  const name = findAlteredKey(process.env);
  if (name)
    fail(`Refused: ${name} contains "\${", which the Serverless Framework would replace. Choose a key without it.`);
}
