import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";
import type { TokenRecord } from "./token-record.ts";

/**
 * Region, credentials and, away from AWS, AWS_ENDPOINT_URL_DYNAMODB come from the environment. Three
 * attempts of at most 2 s each, and the pauses between them, end well within the functions' time-out.
 */
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  }),
);

/** Writes a token's record to TOKENS_TABLE. Writing it twice, as an SDK retry may, changes nothing. */
export async function saveTokenRecord(record: TokenRecord): Promise<void> {
  await client.send(new PutCommand({ TableName: process.env.TOKENS_TABLE, Item: record }));
}

/** Loads a token's record as it is now: a consistent read, so that a revocation counts at once. */
export async function loadTokenRecord(id: string): Promise<Item | undefined> {
  const command = new GetCommand({ TableName: process.env.TOKENS_TABLE, Key: { id }, ConsistentRead: true });
  return (await client.send(command)).Item;
}

/** Loads an episode's item from CHARTS_TABLE. */
export async function loadChartItem(guid: string): Promise<Item | undefined> {
  return (await client.send(new GetCommand({ TableName: process.env.CHARTS_TABLE, Key: { guid } }))).Item;
}
