import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { createDynamoDBClient } from "./dynamodb-client.ts";
import type { Item } from "./item.ts";
import type { TokenRecord } from "./token-record.ts";

/**
 * The time budget, with lib/api.ts and serverless.yml (docs/operating.md has it as a table): an attempt
 * waits 1.5 s for an answer's head, and then as long for more of it; without `socketTimeout` an answer
 * that stops half-way would be waited for until the function's time is up. Three attempts and the pauses
 * between them end before the function answers by itself, at 9.5 s.
 */
const client = createDynamoDBClient(3, {
  connectionTimeout: 1_000,
  requestTimeout: 1_500,
  throwOnRequestTimeout: true,
  socketTimeout: 1_500,
});

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
