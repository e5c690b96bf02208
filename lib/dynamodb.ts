import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";
import type { TokenRecord } from "./token-record.ts";

/**
 * The time budget, together with lib/api.ts and serverless.yml (docs/operating.md has it as a table). An attempt
 * waits 1.5 s for the head of an answer, and as long again for each further part of it: without `socketTimeout`,
 * an answer that stops half-way would last until the function's time is up. Three attempts and the pauses
 * between them end before the function answers by itself, at 9.5 s.
 */
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 1_500,
      throwOnRequestTimeout: true,
      socketTimeout: 1_500,
    },
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
