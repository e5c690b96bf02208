import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

const client = DynamoDBDocumentClient.from(new DynamoDBClient());

const TokensTable = { TableName: process.env.TOKENS_TABLE };
const ChartsTable = { TableName: process.env.CHARTS_TABLE };

export async function readRecord(id: unknown): Promise<Record<string, unknown> | undefined> {
  return (await client.send(new GetCommand({ ...TokensTable, Key: { id }, ConsistentRead: true }))).Item;
}

export async function writeRecord(record: Record<string, unknown>): Promise<void> {
  await client.send(new PutCommand({ ...TokensTable, Item: record }));
}

export async function deleteRecord(id: unknown): Promise<void> {
  await client.send(new DeleteCommand({ ...TokensTable, Key: { id } }));
}

export async function writeChartItem(item: object): Promise<void> {
  await client.send(new PutCommand({ ...ChartsTable, Item: item }));
}

export async function readChartItem(guid: string): Promise<Record<string, unknown> | undefined> {
  return (await client.send(new GetCommand({ ...ChartsTable, Key: { guid }, ConsistentRead: true }))).Item;
}
