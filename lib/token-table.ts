import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";
import { acceptRefusal, scanItems, type Table } from "./table.ts";
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

/** Reads what is on record of every token but its fingerprints, page by page: of all tokens, or of admin tokens only. */
export function scanTokenRecords(table: Table, isAdminOnly: boolean): AsyncGenerator<Item> {
  const filter = { FilterExpression: "admin = :admin", ExpressionAttributeValues: { ":admin": true } };
  const attributes = { ProjectionExpression: "id, admin, issuedAt, expiresAt" };
  return scanItems(table, { ...attributes, ...(isAdminOnly && filter) });
}

/**
 * Reads the records of tokens for feeds that have not expired, page by page.
 *
 * @param now seconds since the epoch
 */
export function scanFeedTokenRecords(table: Table, now: number): AsyncGenerator<Item> {
  const FilterExpression = "admin = :admin AND expiresAt > :now";
  const ExpressionAttributeValues = { ":admin": false, ":now": now };
  return scanItems(table, { ConsistentRead: true, FilterExpression, ExpressionAttributeValues });
}

/** Writes a token's record unless there is one. Returns false if there is. */
export async function createTokenRecord({ client, name }: Table, record: TokenRecord): Promise<boolean> {
  const condition = { ConditionExpression: "attribute_not_exists(id)" };
  return acceptRefusal(client.send(new PutCommand({ TableName: name, Item: record, ...condition })));
}

/** Deletes a token's record, which revokes the token. Returns false if there is none. */
export async function deleteTokenRecord({ client, name }: Table, id: string): Promise<boolean> {
  const condition = { ConditionExpression: "attribute_exists(id)" };
  return acceptRefusal(client.send(new DeleteCommand({ TableName: name, Key: { id }, ...condition })));
}
