import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { packChart } from "../lib/chart.ts";
import { composeGreeting } from "./greeting.ts";
import { startLocalDynamoDB, startOrFindLocalDynamoDB } from "./local-dynamodb.ts";
import { requireFreePort } from "./port.ts";
import { computeSampleChart } from "./sample-chart.ts";
import { fail, type Options, type Serverless } from "./serverless.ts";
import { createMissingTables } from "./tables.ts";

/** What a newcomer's service runs with; a variable that is set, even to nothing, is left as it is. */
const DEVELOPMENT = {
  PERFORMANCE_SECRET_KEY: "development-secret-key-for-local-use-only",
  PERFORMANCE_PUBLIC_KEY: "development-public-key",
  EXPIRES_IN: "1h",
};

/** A local DynamoDB takes any credentials; the SDK wants to have some. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };

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
        const { PERFORMANCE_PUBLIC_KEY = "" } = provider.environment;
        console.log(composeGreeting(port, PERFORMANCE_PUBLIC_KEY));
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
  if (process.env.AWS_ENDPOINT_URL_DYNAMODB) {
    if (!process.env.AWS_PROFILE && !process.env.AWS_ACCESS_KEY_ID) Object.assign(process.env, CREDENTIALS);
  } else {
    const folder = serverless.service.custom.dynamodbFolder;
    const start = isServer ? startLocalDynamoDB : startOrFindLocalDynamoDB;
    process.env.AWS_ENDPOINT_URL_DYNAMODB = await start(folder);
    delete process.env.AWS_PROFILE;
    Object.assign(process.env, CREDENTIALS);
  }
  await provideTables(serverless, process.env.AWS_ENDPOINT_URL_DYNAMODB);
}

async function provideTables({ service }: Serverless, endpoint: string): Promise<void> {
  const client = new DynamoDBClient({ region: service.provider.region, endpoint });
  try {
    const created = await createMissingTables(client, service.resources.Resources);
    if (!created.includes("ChartsTable")) return;
    const command = new PutCommand({
      TableName: service.custom.chartsTable,
      Item: packChart(computeSampleChart(), new Date()),
    });
    await DynamoDBDocumentClient.from(client).send(command);
  } catch (error) {
    const { message, name } = error as Error;
    throw new Error(`DynamoDB at ${endpoint} can't be used: ${message || name}`, { cause: error });
  } finally {
    client.destroy();
  }
}
