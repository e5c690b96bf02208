import { CloudFormationClient, type Parameter } from "@aws-sdk/client-cloudformation";
import { vi } from "vitest";
import { "module.exports" as DeploymentPlugin } from "../../deploy/deployment.ts";
import type { AwsProvider, PluginOptions, Serverless } from "../../deploy/framework/serverless.ts";
import { loadDeclaredTables } from "../../local/tables.ts";
import { loadYaml } from "../../local/yaml.ts";
import { type Account, type Sent, startAws } from "./aws.ts";
import { KEYS } from "./package.ts";

const tables = await loadDeclaredTables("test");

const { params } = await loadYaml<{ readonly params: Readonly<Record<string, object>> }>("serverless.yml");

/** The defaults of serverless.yml. What is off by default is not among its parameters. */
export const SETTINGS: Readonly<Record<string, unknown>> = {
  ...params.default,
  reservedConcurrency: null,
  monthlyBudget: null,
  listenConcurrency: null,
};

interface Parts {
  readonly port?: number | string;
  readonly folder?: string;
  readonly lifetimes?: object;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What somebody added to `params` in serverless.yml, by stage. */
  readonly ownParams?: Readonly<Record<string, object | null>>;
  readonly environment?: Record<string, unknown>;
  readonly region?: string;
  /** What the framework packaged. */
  readonly template?: { readonly Resources: object };
  /** Without it, the plugin must not ask AWS. */
  readonly provider?: AwsProvider;
}

/** Makes the framework with a command, as far as the plugins use it. */
export function makeServerless(command: string, parts: Parts = {}): Serverless {
  const {
    port = "",
    folder = "",
    lifetimes = {},
    settings = {},
    ownParams = {},
    environment = {},
    region = "us-east-1",
    template,
    provider,
  } = parts;
  return {
    processedInput: { commands: command.split(" ") },
    configurationInput: { params: { ...params, ...ownParams } },
    service: {
      service: "performance-data",
      custom: {
        chartsTable: "charts",
        dynamodbFolder: folder,
        lifetimes: {},
        settings: { ...SETTINGS, ...settings },
        esbuild: {},
        "serverless-offline": { httpPort: port },
      },
      provider: {
        region,
        httpApi: { cors: false },
        environment,
        ...(template && { compiledCloudFormationTemplate: template }),
      },
      functions: {
        token: {
          name: "performance-data-prod-token",
          environment: { EXPIRES_IN: "1h", MAX_EXPIRES_IN: "365d", ...lifetimes },
        },
      },
      resources: { Resources: tables },
    },
    getProvider: () => {
      if (provider) return provider;
      throw new Error("The plugin must not ask AWS.");
    },
  };
}

/** What the framework does before and around a command, in its order. */
const EVENTS = {
  package: ["initialize", "before:package:initialize"],
  deploy: [
    "initialize",
    "before:package:initialize",
    "before:deploy:deploy",
    "before:aws:deploy:deploy:createStack",
    "before:aws:deploy:deploy:updateStack",
  ],
  rollback: ["initialize", "before:rollback:rollback", "after:rollback:rollback"],
};

interface Command {
  readonly keys?: Partial<typeof KEYS>;
  readonly options?: PluginOptions;
  readonly settings?: Parts["settings"];
  readonly lifetimes?: Parts["lifetimes"];
  readonly ownParams?: Parts["ownParams"];
  readonly stage?: string;
  readonly region?: string;
  /** The logical ids of the packaged template. */
  readonly packaged?: readonly string[];
}

/** An account in which nothing was deployed, one with a stack, and one whose stack has the collector. */
export const empty: Account = { parameters: undefined };
export const deployed: Account = { parameters: { SecretKey: "x", PublicKey: "y" } };
export const collecting: Account = { ...deployed, outputs: ["ListensTableName"] };

/** The tables of a stack without the collector. */
export const TABLES = ["TokensTable", "ChartsTable"];

/** The parameters of a stack that keeps its keys. */
export const KEPT = ["SecretKey", "PublicKey"].map((ParameterKey) => ({ ParameterKey, UsePreviousValue: true }));

/** What the plugin said and did. */
interface Result {
  /** The lines that it printed, in order. */
  readonly printed: readonly string[];
  readonly sent: readonly Sent[];
  readonly refused: boolean;
  /** What the stack gets. Undefined if the plugin passed nothing. */
  readonly parameters: readonly Parameter[] | undefined;
}

/** Lists what the plugin asked of AWS. */
export const listCalls = ({ sent }: Pick<Result, "sent">) => sent.map(({ what }) => what);

/** Runs the plugin through a command of the framework in an account, which a stand-in of AWS has. */
export async function runPlugin(name: keyof typeof EVENTS, account: Account, command: Command = {}): Promise<Result> {
  const { keys = KEYS, options = {}, settings = {}, lifetimes = {}, ownParams, packaged = [] } = command;
  const { stage = "prod", region } = command;
  const { url, sent, close } = await startAws(account);
  const printed: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => printed.push(line));
  vi.spyOn(console, "warn").mockImplementation((line) => printed.push(line));
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Exit(`exit code ${code}`);
  });
  const template = { Resources: Object.fromEntries(packaged.map((id) => [id, {}])) };
  const parts = {
    // Without recipients, the plugin warns that alarms reach nobody.
    settings: { alarmEmail: "alarms@host.example", noticeEmail: "notices@host.example", ...settings },
    lifetimes,
    template,
    environment: { ...keys },
    ...(ownParams && { ownParams }),
    ...(region && { region }),
    provider: connect(url, stage),
  };
  const serverless = makeServerless(name, parts);
  const run = async () => {
    const { hooks } = new DeploymentPlugin(serverless, options);
    for (const event of EVENTS[name]) await hooks[event]?.();
    return false;
  };
  try {
    const refused = await run().catch((error) => error instanceof Exit || Promise.reject(error));
    return { printed, sent, refused, parameters: serverless.service.provider.stackParameters };
  } finally {
    close();
    vi.restoreAllMocks();
  }
}

class Exit extends Error {}

/** Gives the plugin access to the stand-in, with the real clients. */
function connect(endpoint: string, stage: string): AwsProvider {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const config = { endpoint, region: "us-east-1", credentials, maxAttempts: 1 };
  return {
    naming: {
      getStackName: () => "performance-data-prod",
      getCompiledTemplateS3Suffix: () => "compiled-cloudformation-template.json",
    },
    getStage: () => stage,
    getRegion: () => "us-east-1",
    getDeploymentPrefix: () => "serverless",
    getServerlessDeploymentBucketName: async () => "bucket",
    getCloudFormationClient: async () => new CloudFormationClient(config),
    getAwsSdkV3Config: async () => config,
  };
}
