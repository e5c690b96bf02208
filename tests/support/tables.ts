import { randomUUID } from "node:crypto";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll } from "vitest";
import { createMissingTables, loadDeclaredTables } from "../../local/tables.ts";

/** Keeps the endpoint that the environment names when the tests begin: some put a proxy in its place. */
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint: String(process.env.AWS_ENDPOINT_URL_DYNAMODB) }),
);

export async function readRecord(id: unknown): Promise<Record<string, unknown> | undefined> {
  const TableName = process.env.TOKENS_TABLE;
  return (await client.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item;
}

export async function writeRecord(record: Record<string, unknown>): Promise<void> {
  await client.send(new PutCommand({ TableName: process.env.TOKENS_TABLE, Item: record }));
}

export async function deleteRecord(id: unknown): Promise<void> {
  await client.send(new DeleteCommand({ TableName: process.env.TOKENS_TABLE, Key: { id } }));
}

/** Writes any item; an own curve that is packed or counted says that it is `own` unless it says otherwise, as import writes it. */
export async function writeChartItem(item: object, TableName = process.env.CHARTS_TABLE): Promise<void> {
  await client.send(new PutCommand({ TableName, Item: nameSource(item) }));
}

export async function deleteChartItem(guid: string, TableName = process.env.CHARTS_TABLE): Promise<void> {
  await client.send(new DeleteCommand({ TableName, Key: { guid } }));
}

export async function readChartItem(guid: string): Promise<Record<string, unknown> | undefined> {
  const TableName = process.env.CHARTS_TABLE;
  return (await client.send(new GetCommand({ TableName, Key: { guid }, ConsistentRead: true }))).Item;
}

/** Names the source of an own curve. One that is `undefined` is not stored. */
function nameSource(item: object): object {
  const hasCurve = "chart" in item || "counts" in item;
  return hasCurve && !("source" in item) ? { ...item, source: "own" } : item;
}

export async function readAllItems(TableName: string | undefined): Promise<Record<string, unknown>[]> {
  const items = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    items.push(...Items);
  return items;
}

/** Reads all items of the table of charts. */
export async function readChartItems(): Promise<Record<string, unknown>[]> {
  return readAllItems(process.env.CHARTS_TABLE);
}

/** Reads all items of the table of listens: listens, salts and checkpoints. */
export async function readListenItems(): Promise<Record<string, unknown>[]> {
  return readAllItems(process.env.LISTENS_TABLE);
}

/** Empties the table of listens. */
export async function deleteListenItems(): Promise<void> {
  for (const { partition, id } of await readListenItems())
    await client.send(new DeleteCommand({ TableName: process.env.LISTENS_TABLE, Key: { partition, id } }));
}

/** Creates another table of charts for a file of tests. `env` makes a command use it. */
export function useTable() {
  const TableName = useDeclaredTable("ChartsTable");
  return {
    env: { CHARTS_TABLE: TableName },
    put: (item: object) => writeChartItem(item, TableName),
    remove: (guid: string) => deleteChartItem(guid, TableName),
    readAll: () => readAllItems(TableName),
  };
}

/** Creates another table for a file of tests, as declared but for its name, which it returns. */
export function useDeclaredTable(id: string): string {
  const TableName = `${id}-${randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    const declared = (await loadDeclaredTables("test"))[id];
    if (!declared) throw new Error(`${id} is not declared.`);
    await createMissingTables(new DynamoDBClient(), {
      [id]: { ...declared, Properties: { ...declared.Properties, TableName } },
    });
  });
  afterAll(() => client.send(new DeleteTableCommand({ TableName })));
  return TableName;
}
