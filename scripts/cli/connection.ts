import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { loadDeclaredTables } from "../local/declared-tables.ts";
import { startOrFindLocalDynamoDB } from "../local/dynamodb.ts";
import { DEFAULT_FOLDER, LOCAL_CREDENTIAL_VARIABLES } from "../local/environment.ts";
import { createTablesAndSampleChart } from "../local/provision.ts";
import { CommandError } from "./command.ts";
import type { Target } from "./target.ts";

/** A DynamoDB, and the names of our tables there. */
export interface Connection {
  readonly client: DynamoDBDocumentClient;
  readonly chartsTable: string;
  readonly tokensTable: string;
  /** Which DynamoDB it is, in words. */
  readonly place: string;
  /** Whether it is in AWS, and not one that `npm start` would use as well. */
  readonly isInAws: boolean;
}

/** Any of these says that a DynamoDB other than the embedded one is meant. */
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
 * Does some work with the DynamoDB that the environment names or, where it names none, with the
 * embedded one, which is the one that `npm start` uses, whether that runs or not.
 *
 * @throws CommandError if DynamoDB or a table can't be used
 */
export async function withConnection<T>(target: Target, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect(target);
  try {
    return await work(connection);
  } catch (error) {
    throw explain(error, connection);
  } finally {
    connection.client.destroy();
  }
}

async function connect({ stage, region = process.env.AWS_REGION }: Target): Promise<Connection> {
  const tables = await loadDeclaredTables(stage);
  const isEmbedded = AWS_VARIABLES.every((name) => !process.env[name]);
  if (isEmbedded && stage !== "dev") {
    throw new CommandError(`The stage ${stage} is in AWS: set AWS_PROFILE, or credentials, to say whose`);
  }
  if (isEmbedded) {
    const folder = process.env.DYNAMODB_FOLDER || DEFAULT_FOLDER;
    process.env.AWS_ENDPOINT_URL_DYNAMODB = await startOrFindLocalDynamoDB(folder);
  }
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB || process.env.AWS_ENDPOINT_URL;
  if (endpoint && !process.env.AWS_PROFILE && !process.env.AWS_ACCESS_KEY_ID)
    Object.assign(process.env, LOCAL_CREDENTIAL_VARIABLES);
  const local = endpoint ? { region: region || "us-east-1" } : {};
  if (isEmbedded && endpoint) await createTablesAndSampleChart(endpoint, local.region ?? "", tables);
  const client = new DynamoDBClient({ maxAttempts: 10, ...local, ...(region && { region }) });
  return {
    client: DynamoDBDocumentClient.from(client),
    chartsTable: process.env.CHARTS_TABLE || String(tables.ChartsTable?.Properties.TableName),
    tokensTable: process.env.TOKENS_TABLE || String(tables.TokensTable?.Properties.TableName),
    place: isEmbedded
      ? "the local DynamoDB"
      : `DynamoDB ${endpoint ? `at ${endpoint}` : `in ${await loadRegion(client)}`}`,
    isInAws: !endpoint,
  };
}

async function loadRegion(client: DynamoDBClient): Promise<string> {
  return client.config.region().catch(() => {
    throw new CommandError("No AWS region: give --region, or set AWS_REGION");
  });
}

function explain(error: unknown, { place, chartsTable, tokensTable }: Connection): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error;
  const missing = `it has no table ${chartsTable}, or no table ${tokensTable}; --stage and --region tell which ones to use`;
  const reason = error.name === "ResourceNotFoundException" ? missing : error.message || error.name;
  return new CommandError(`Can't use ${place}: ${reason}`, { cause: error });
}
