import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";
import type { TokenRecord } from "./token-record.ts";

/** Writes a token's record. A retry of the SDK may write it twice, which changes nothing. */
export async function saveTokenRecord({ client, name }: Table, record: TokenRecord): Promise<void> {
  await client.send(new PutCommand({ TableName: name, Item: record }));
}

/** Loads a token's record with a consistent read: a revocation takes effect at once. */
export async function loadTokenRecord({ client, name }: Table, id: string): Promise<Item | undefined> {
  return (await client.send(new GetCommand({ TableName: name, Key: { id }, ConsistentRead: true }))).Item;
}

/** Loads a token's record without waiting for the newest writes: a token in a feed is older than the request. */
export async function loadOlderTokenRecord({ client, name }: Table, id: string): Promise<Item | undefined> {
  return (await client.send(new GetCommand({ TableName: name, Key: { id } }))).Item;
}
