import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient());

const record = {
  id: "bare",
  fingerprint: "0".repeat(64),
  admin: false,
  issuedAt: 1_700_000_000,
  expiresAt: 1_700_003_600,
};

/** The handlers' calls to DynamoDB, through the SDK's document client alone. */
export const saveRecord = async () => client.send(new PutCommand({ TableName: "tokens", Item: record }));

const listen = {
  partition: "0",
  id: ["2026-01-01T00:00:00Z", ...Array(4).fill("0".repeat(32))].join("#"),
  guid: "sample-episode",
  spans: new Uint8Array(3),
  expiresAt: 1_700_003_600,
};

export const loadTokenAndSaveListen = async (id: string) => {
  await client.send(new GetCommand({ TableName: "tokens", Key: { id } }));
  await client.send(new PutCommand({ TableName: "listens", Item: listen }));
};

export const loadBoth = async (id: string, guid: string) =>
  Promise.all([
    client.send(new GetCommand({ TableName: "tokens", Key: { id }, ConsistentRead: true })),
    client.send(new GetCommand({ TableName: "charts", Key: { guid } })),
  ]);
