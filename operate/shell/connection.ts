import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type Command, Option } from "commander";
import type { Table } from "../../lib/table.ts";
import { closeLocalDynamoDB, startOrFindLocalDynamoDB } from "../../local/embedded-dynamodb.ts";
import { LOCAL_CREDENTIAL_VARIABLES } from "../../local/environment.ts";
import { createTablesAndSamples } from "../../local/provision.ts";
import { loadDeclaredTables } from "../../local/tables.ts";
import { CommandError } from "./command.ts";
import { findDataFolder } from "./data-folder.ts";
import { explainFailure } from "./failure.ts";

/** The tables to use. CHARTS_TABLE and TOKENS_TABLE, if set, take precedence over the stage. */
export interface Target {
  readonly stage: string;
  /** Takes precedence over AWS_REGION and the profile's region. */
  readonly region?: string;
}

export function addTargetOptions(command: Command): void {
  command.option("--region <region>", "AWS region of the tables (default: AWS_REGION, or the profile's region)");
  command.addOption(
    new Option("--stage <stage>", "stage of the tables; CHARTS_TABLE and TOKENS_TABLE take precedence").default("dev"),
  );
}

/** A DynamoDB and the names of the service's tables in it. */
export interface Connection {
  readonly charts: Table;
  readonly tokens: Table;
  /** Only there if the collector is on. */
  readonly listens: Table;
  /** For messages: "the local DynamoDB", "DynamoDB in us-east-1" or "DynamoDB at http://localhost:8000". */
  readonly place: string;
  /** Whether it is in AWS. */
  readonly isInAws: boolean;
}

/**
 * How long commands wait for DynamoDB: longer than the functions, because it may be far, but not for ever. A request is
 * given up after five seconds in which nothing was sent or received, or a minute in all, and sent three times at most.
 */
const PATIENCE = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 5_000,
    socketTimeout: 5_000,
    requestTimeout: 60_000,
    throwOnRequestTimeout: true,
  },
};

/** If any of these is set, the stage `dev` is not in the embedded DynamoDB. Other stages never are. */
const AWS_VARIABLES = [
  "AWS_ENDPOINT_URL_DYNAMODB",
  "AWS_ENDPOINT_URL",
  "AWS_PROFILE",
  "AWS_ACCESS_KEY_ID",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
  "AWS_CONTAINER_CREDENTIALS_FULL_URI",
];

/**
 * Runs `work` with a stage's DynamoDB: the one that the environment names, or AWS with the credentials that the SDK finds.
 * For the stage `dev` and an environment that names none, it is the embedded one, with the data of `npm start`, whether
 * or not that is running.
 *
 * @throws Error if DynamoDB or a table can't be used
 */
export async function withConnection<T>(target: Target, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect(target);
  try {
    return await work(connection);
  } catch (error) {
    throw explainFailure(error, { ...connection, stage: target.stage });
  } finally {
    connection.charts.client.destroy();
    await closeLocalDynamoDB();
  }
}

/** Says which table a command changes. */
export function announceChange(action: string, { charts, place }: Connection): void {
  console.error(`${action} ${charts.name} in ${place}.`);
}

async function connect({ stage, region = process.env.AWS_REGION }: Target): Promise<Connection> {
  const tables = await loadDeclaredTables(stage);
  const isDev = stage === "dev";
  const isLocal = isDev && AWS_VARIABLES.every((name) => !process.env[name]);
  if (isLocal) Object.assign(process.env, await startOrFindLocalDynamoDB(findDataFolder()));
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB || process.env.AWS_ENDPOINT_URL;
  if (isDev && endpoint && !process.env.AWS_PROFILE && !process.env.AWS_ACCESS_KEY_ID)
    Object.assign(process.env, LOCAL_CREDENTIAL_VARIABLES);
  const named = region || (endpoint ? "us-east-1" : "");
  if (isLocal && endpoint) await createTablesAndSamples(endpoint, named, tables);
  const plain = new DynamoDBClient({ ...PATIENCE, ...(named && { region: named }) });
  const client = DynamoDBDocumentClient.from(plain);
  const open = (variable: string, declared: (typeof tables)[string] | undefined) => {
    return { client, name: process.env[variable] || String(declared?.Properties.TableName) };
  };
  return {
    charts: open("CHARTS_TABLE", tables.ChartsTable),
    tokens: open("TOKENS_TABLE", tables.TokensTable),
    listens: open("LISTENS_TABLE", tables.ListensTable),
    place: isLocal
      ? "the local DynamoDB"
      : `DynamoDB ${endpoint ? `at ${endpoint}` : `in ${await loadRegion(plain, stage)}`}`,
    isInAws: !endpoint,
  };
}

async function loadRegion(client: DynamoDBClient, stage: string): Promise<string> {
  return client.config.region().catch(() => {
    const problem = `The stage ${JSON.stringify(stage)} is in AWS, and the AWS region is not set.`;
    throw new CommandError(`${problem} Check --stage, set AWS_REGION, or add --region.`);
  });
}
