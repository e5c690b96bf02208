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

export const loadBoth = async (id: string, guid: string) =>
  Promise.all([
    client.send(new GetCommand({ TableName: "tokens", Key: { id }, ConsistentRead: true })),
    client.send(new GetCommand({ TableName: "charts", Key: { guid } })),
  ]);
