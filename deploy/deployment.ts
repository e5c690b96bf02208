import type { Stack } from "@aws-sdk/client-cloudformation";
import { resolveConditions } from "./conditions.ts";
import { fail } from "./fail.ts";
import type { PluginOptions, Serverless } from "./framework/serverless.ts";
import {
  describePackage,
  findAlteredKey,
  findKeyProblems,
  type KeyPlan,
  type Keys,
  makeParameters,
  planKeys,
  ROTATIONS,
  replaceKeys,
} from "./keys.ts";
import { findParameter, findUnknownParameters } from "./parameters.ts";
import { placeRunbooks } from "./runbooks.ts";
import {
  convertSettings,
  describeSilentAlarms,
  describeStage,
  findLifetimeProblems,
  findRecipients,
  findSettingProblems,
  findWarnings,
} from "./setting-problems.ts";
import { loadDeployedIds, loadDeployedVariables, loadStack, loadTemplate } from "./stack.ts";

/**
 * Passes the keys straight to CloudFormation, as hidden parameters. They appear neither in the files that the framework
 * writes nor in the deployment bucket. A stack keeps the keys that it has, unless `--param rotate=…` names those to replace.
 *
 * Refuses to package or deploy a service that could not work, whose tokens could be forged, or that AWS would reject
 * half-way, and to delete the table of listens by accident. Refuses any command with a key that the framework would alter.
 */
class DeploymentPlugin {
  readonly hooks: Record<string, () => Promise<void>>;
  readonly #serverless: Serverless;
  readonly #command: string;
  readonly #rotated: KeyPlan["passed"];
  readonly #removeCollector: boolean;
  #keys: Keys = {};
  #stack: Stack | undefined;
  #plan: Promise<KeyPlan> | undefined;

  constructor(serverless: Serverless, options: PluginOptions) {
    this.#serverless = serverless;
    this.#command = serverless.processedInput.commands.join(" ");
    refuse(findUnknownParameters(serverless, options));
    this.#rotated = readRotation(options);
    this.#removeCollector = readRemoval(options);
    // The framework would replace the code, then fail at the role, and CloudFormation would not know of the new code.
    if (this.#command === "deploy function")
      fail("Refused: A function can't be deployed by itself. Use serverless deploy.");
    refuseAlteredKey();
    this.hooks = this.#createHooks(options);
  }

  #createHooks(options: PluginOptions): DeploymentPlugin["hooks"] {
    const serverless = this.#serverless;
    const check = async () => {
      this.#plan ??= this.#check();
      await this.#plan;
    };
    const passKeys = async () => {
      if (this.#plan !== undefined)
        serverless.service.provider.stackParameters = makeParameters(this.#keys, await this.#plan);
    };
    return {
      initialize: async () => {
        refuseCollector(serverless);
        if (["package", "deploy", "rollback"].includes(this.#command)) this.#keys = replaceKeys(serverless);
        serverless.service.resources = convertSettings(serverless.service.resources);
        // The framework skips a deployment whose files have not changed, and so would miss a new key.
        if (this.#command === "deploy") options.force = true;
      },
      "before:package:initialize": check,
      "after:aws:package:finalize:mergeCustomProviderResources": async () => {
        const { custom, provider } = serverless.service;
        const resolved = resolveConditions({ ...provider.compiledCloudFormationTemplate });
        provider.compiledCloudFormationTemplate = await placeRunbooks(resolved, {
          runbooks: String(custom.settings.runbooks),
          ...locateStack(serverless),
        });
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
      "after:rollback:rollback": async () => {
        if (options.timestamp) await this.#warnOfSilence();
      },
    };
  }

  async #check(): Promise<KeyPlan> {
    const provider = this.#serverless.getProvider("aws");
    const isPackage = this.#command === "package";
    if (!isPackage) this.#stack = await loadStack(provider);
    const parameters = this.#stack?.Parameters?.map(({ ParameterKey = "" }) => ParameterKey) ?? [];
    const rotated = isPackage ? [] : this.#rotated;
    const isRotation = rotated.length > 0 && parameters.length > 0;
    const deployed = isRotation
      ? await loadDeployedVariables(provider, this.#serverless.service.functions.token.name)
      : {};
    const plan = planKeys(this.#keys, { stack: provider.naming.getStackName(), parameters, rotated, deployed });
    refuse([
      ...findKeyProblems(Object.fromEntries(plan.passed.map((name) => [name, this.#keys[name]]))),
      ...(this.#command === "rollback" ? [] : this.#findSettingProblems()),
      ...(isPackage ? [] : plan.problems),
    ]);
    const lines = isPackage ? describePackage(this.#keys) : plan.notices;
    const warnings = this.#command === "rollback" ? [] : this.#findWarnings();
    for (const line of [...lines, ...warnings]) console.warn(line);
    return plan;
  }

  #findWarnings(): string[] {
    const { configurationInput, service } = this.#serverless;
    const stage = this.#serverless.getProvider("aws").getStage();
    const stages = Object.keys(configurationInput.params).filter((name) => name !== "default");
    return [...describeStage(stage, stages, service.provider.region), ...findWarnings(service.custom.settings, stage)];
  }

  /** After a rollback, the stack has other settings than serverless.yml. */
  async #warnOfSilence(): Promise<void> {
    const provider = this.#serverless.getProvider("aws");
    const recipients = findRecipients(await loadTemplate(provider));
    for (const line of describeSilentAlarms(recipients, provider.getStage())) console.warn(line);
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

function locateStack(serverless: Serverless) {
  const provider = serverless.getProvider("aws");
  return { stack: provider.naming.getStackName(), stage: provider.getStage(), region: provider.getRegion() };
}

function readRotation({ param }: PluginOptions): KeyPlan["passed"] {
  const value = findParameter("rotate", param);
  if (value === undefined) return [];
  const names = Object.keys(ROTATIONS);
  const [, rotated] = Object.entries(ROTATIONS).find(([name]) => name === value) ?? [];
  return rotated ?? fail(`Refused: rotate is none of ${names.join(", ")}: "${value}". It names the keys to replace.`);
}

function readRemoval({ param }: PluginOptions): boolean {
  const value = findParameter("removeCollector", param) ?? "false";
  if (value !== "true" && value !== "false") fail("Refused: removeCollector must be true or false.");
  return value === "true";
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
