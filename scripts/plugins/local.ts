import { DEVELOPMENT, LOCAL_VARIABLES } from "../local/defaults.ts";
import { startLocalDynamoDB, startOrFindLocalDynamoDB } from "../local/dynamodb.ts";
import { requireFreePort } from "../local/port.ts";
import { provideTables } from "../local/provision.ts";
import { composeGreeting } from "./greeting.ts";
import { fail, type Options, type Serverless } from "./serverless.ts";

/**
 * Gives `serverless offline` and `serverless invoke local` what they need to run without an account:
 * development keys, DynamoDB with the tables that serverless.yml declares, and a chart to look at.
 * Where AWS_ENDPOINT_URL_DYNAMODB is set, that server is used instead of the embedded one.
 */
class LocalPlugin {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor(serverless: Serverless, options: Options) {
    const { custom, provider } = serverless.service;
    const port = options.httpPort ?? custom["serverless-offline"].httpPort;
    this.hooks = {
      initialize: () => prepare(serverless, port).catch((error: Error) => fail(error.message)),
      "after:offline:start:init": async () => {
        console.log(composeGreeting(port, String(provider.environment.PERFORMANCE_PUBLIC_KEY)));
      },
    };
  }
}

export { LocalPlugin as "module.exports" };

async function prepare(serverless: Serverless, port: number | string): Promise<void> {
  const [command, subcommand] = serverless.processedInput.commands;
  const isServer = command === "offline";
  const isInvocation = command === "invoke" && subcommand === "local";
  if (!isServer && !isInvocation) return;

  if (isServer) await requireFreePort(port);
  for (const [name, value] of Object.entries(DEVELOPMENT)) {
    if (process.env[name] === undefined) serverless.service.provider.environment[name] = value;
  }
  if (!process.env.AWS_ENDPOINT_URL_DYNAMODB) {
    const folder = serverless.service.custom.dynamodbFolder;
    const start = isServer ? startLocalDynamoDB : startOrFindLocalDynamoDB;
    process.env.AWS_ENDPOINT_URL_DYNAMODB = await start(folder);
    Object.assign(process.env, LOCAL_VARIABLES);
    // The SDK prefers a profile to these credentials.
    delete process.env.AWS_PROFILE;
  } else if (!process.env.AWS_PROFILE && !process.env.AWS_ACCESS_KEY_ID) {
    Object.assign(process.env, LOCAL_VARIABLES);
  }
  const { provider, resources } = serverless.service;
  await provideTables(process.env.AWS_ENDPOINT_URL_DYNAMODB, provider.region, resources.Resources);
}
