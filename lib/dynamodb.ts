import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";
import type { TokenRecord } from "./token-record.ts";

/**
 * The client's time-outs are part of the time budget in docs/operating.md. An attempt waits 1.5 s for the head of a
 * response, and 1.5 s for each further chunk. Without `socketTimeout`, a response that stalls would last until Lambda's
 * time-out. Three attempts and the pauses between them end before lib/api.ts answers with a 500, at 9.5 s, which
 * also ends a response that trickles.
 */
export const client = DynamoDBDocumentClient.from(
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

/** Writes a token's record to TOKENS_TABLE. A retry of the SDK may write it twice, which changes nothing. */
export async function saveTokenRecord(record: TokenRecord): Promise<void> {
  await client.send(new PutCommand({ TableName: process.env.TOKENS_TABLE, Item: record }));
}

/** Loads a token's record with a consistent read: a revocation takes effect at once. */
export async function loadTokenRecord(id: string): Promise<Item | undefined> {
  const command = new GetCommand({ TableName: process.env.TOKENS_TABLE, Key: { id }, ConsistentRead: true });
  return (await client.send(command)).Item;
}

/** Loads a token's record without waiting for the newest writes: a token in a feed is older than the request. */
export async function loadOlderTokenRecord(id: string): Promise<Item | undefined> {
  return (await client.send(new GetCommand({ TableName: process.env.TOKENS_TABLE, Key: { id } }))).Item;
}

/** Loads an episode's item from CHARTS_TABLE. */
export async function loadChartItem(guid: string): Promise<Item | undefined> {
  return (await client.send(new GetCommand({ TableName: process.env.CHARTS_TABLE, Key: { guid } }))).Item;
}

/** Loads an episode's GUID and duration from CHARTS_TABLE, without its chart. */
export async function loadEpisode(guid: string): Promise<Item | undefined> {
  const command = new GetCommand({
    TableName: process.env.CHARTS_TABLE,
    Key: { guid },
    ProjectionExpression: "guid, #duration",
    ExpressionAttributeNames: { "#duration": "duration" },
  });
  return (await client.send(command)).Item;
}
