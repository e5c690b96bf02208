import type { Stack } from "@aws-sdk/client-cloudformation";
import { fail, findFlag, type Options, type Serverless } from "../local/serverless.ts";
import { resolveConditions } from "./conditions.ts";
import {
  describePackage,
  findAlteredKey,
  findKeyProblems,
  type KeyPlan,
  type Keys,
  makeParameters,
  planKeys,
  replaceKeys,
} from "./keys.ts";
import { convertSettings, findLifetimeProblems, findSettingProblems, findWarnings } from "./settings.ts";
import { loadDeployedIds, loadStack } from "./stack.ts";

/**
 * Passes the keys straight to CloudFormation, as hidden parameters. They appear neither in the files that the framework
 * writes nor in the deployment bucket. A stack keeps the keys that it has, unless `--param rotate=true` replaces them.
 *
 * Refuses to package or deploy a service that could not work, whose tokens could be forged, or that AWS would reject
 * half-way, and to delete the table of listens by accident. Refuses any command with a key that the framework would alter.
 */
class DeploymentPlugin {
  readonly hooks: Record<string, () => Promise<void>>;
  readonly #serverless: Serverless;
  readonly #command: string;
  readonly #rotate: boolean;
  readonly #removeCollector: boolean;
  #keys: Keys = {};
  #stack: Stack | undefined;
  #plan: Promise<KeyPlan> | undefined;

  constructor(serverless: Serverless, options: Options) {
    this.#serverless = serverless;
    this.#command = serverless.processedInput.commands.join(" ");
    this.#rotate = readFlag("rotate", options);
    this.#removeCollector = readFlag("removeCollector", options);
    // The framework would replace the code, then fail at the role, and CloudFormation would not know of the new code.
    if (this.#command === "deploy function")
      fail("Refused: A function can't be deployed by itself. Use serverless deploy.");
    refuseAlteredKey();
    const check = async () => {
      this.#plan ??= this.#check();
      await this.#plan;
    };
    const passKeys = async () => {
      if (this.#plan) serverless.service.provider.stackParameters = makeParameters(this.#keys, await this.#plan);
    };
    this.hooks = {
      initialize: async () => {
        refuseCollector(serverless);
        if (["package", "deploy", "rollback"].includes(this.#command)) this.#keys = replaceKeys(serverless);
        serverless.service.resources = convertSettings(serverless.service.resources);
        // The framework skips a deployment whose files have not changed, and so would miss a new key.
        if (this.#command === "deploy") options.force = true;
      },
      "before:package:initialize": check,
      "after:aws:package:finalize:mergeCustomProviderResources": async () => {
        const { provider } = serverless.service;
        provider.compiledCloudFormationTemplate = resolveConditions({ ...provider.compiledCloudFormationTemplate });
      },
      "before:deploy:deploy": check,
      "before:aws:deploy:deploy:createStack": async () => {
        const { compiledCloudFormationTemplate: template } = serverless.service.provider;
        await this.#keepListens(async () => Object.keys(template?.Resources ?? {}));
      },
      "before:aws:deploy:deploy:updateStack": passKeys,
      "before:rollback:rollback": async () => {
        // Without a timestamp, the command only lists the deployments.
        const { timestamp } = options;
        if (!timestamp) return;
        await check();
        await this.#keepListens(() => loadDeployedIds(serverless, timestamp));
        await passKeys();
      },
    };
  }

  async #check(): Promise<KeyPlan> {
    const provider = this.#serverless.getProvider("aws");
    const isPackage = this.#command === "package";
    if (!isPackage) this.#stack = await loadStack(provider);
    const names = this.#stack?.Parameters?.map(({ ParameterKey = "" }) => ParameterKey) ?? [];
    const plan = planKeys(this.#keys, provider.naming.getStackName(), names, this.#rotate);
    refuse([
      ...findKeyProblems(Object.fromEntries(plan.passed.map((name) => [name, this.#keys[name]]))),
      ...(this.#command === "rollback" ? [] : this.#findSettingProblems()),
      ...(isPackage ? [] : plan.problems),
    ]);
    const warnings = findWarnings(this.#serverless.service.custom.settings, provider.getStage());
    const lines = isPackage ? describePackage(this.#keys) : plan.notices;
    for (const line of [...lines, ...warnings]) console.warn(line);
    return plan;
  }

  /**
   * Refuses to delete the table of listens: the setting `collector` was on, and somebody forgot to pass it, or goes back to
   * a time before it.
   *
   * @param loadIds loads the logical ids of the template that the stack is to get
   */
  async #keepListens(loadIds: () => Promise<readonly string[]>): Promise<void> {
    const { StackName, Outputs = [] } = this.#stack ?? {};
    const hasTable = Outputs.some(({ OutputKey }) => OutputKey === "ListensTableName");
    if (this.#removeCollector || !hasTable || (await loadIds()).includes("ListensTable")) return;
    refuse([
      `the stack ${StackName} has the collector, and this deployment has not: it would delete the table of listens, with all that is not counted yet. Set collector: "on". To delete the table, add --param removeCollector=true.`,
    ]);
  }

  #findSettingProblems(): string[] {
    const { custom, functions, provider } = this.#serverless.service;
    return [
      ...findLifetimeProblems(pickTexts(functions.token.environment)),
      ...findSettingProblems(custom.settings, provider.region),
      ...(custom.settings.defaultEndpoint === "closed" ? this.#findDomainProblems() : []),
    ];
  }

  /** Nobody can know the target of a domain before the deployment that makes it, and callers have the old address until then. */
  #findDomainProblems(): string[] {
    const { StackName, Outputs = [] } = this.#stack ?? {};
    const names = Outputs.map(({ OutputKey }) => OutputKey);
    if (!names.includes("HttpApiUrl") || names.includes("DomainTarget")) return [];
    return [
      `the stack ${StackName} has no domain yet, so defaultEndpoint: closed would cut off all callers. Deploy with defaultEndpoint: open, and point the domain to the output DomainTarget first.`,
    ];
  }
}

export { DeploymentPlugin as "module.exports" };

/** Picks the variables whose values are known: the function gets a number of YAML as text. */
function pickTexts(environment: Record<string, unknown>): Record<string, string> {
  const isKnown = (value: unknown) => typeof value === "string" || typeof value === "number";
  const known = Object.entries(environment).filter(([, value]) => isKnown(value));
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}

/** Ends the command with all problems, if there are any. */
function refuse(problems: readonly string[]): void {
  if (problems.length === 1) fail(`Refused: ${problems[0]}`);
  if (problems.length > 1) fail(["Refused:", ...problems.map((problem) => `- ${problem}`)].join("\n"));
}

function readFlag(name: string, { param }: Options): boolean {
  return findFlag(name, param) ?? fail(`Refused: ${name} must be true or false.`);
}

/** serverless.yml takes any other value for off, because it can't name a file that is not there. */
function refuseCollector({ service }: Serverless): void {
  const { collector } = service.custom.settings;
  if (collector !== "on" && collector !== "off")
    fail(`Refused: collector is neither on nor off: ${JSON.stringify(collector)}.`);
}

function refuseAlteredKey(): void {
  const name = findAlteredKey(process.env);
  if (name)
    fail(`Refused: ${name} contains "\${", which the Serverless Framework would replace. Choose a key without it.`);
}
