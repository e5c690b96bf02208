import { randomBytes } from "node:crypto";
import { DeleteCommand, GetCommand, PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import { client } from "../dynamodb.ts";
import type { Item } from "../item.ts";
import { acceptRefusal } from "../table.ts";
import type { Listen } from "./listen.ts";
import { computeExpiry } from "./window.ts";

/** The partition of LISTENS_TABLE that holds the salts of open windows, by window. */
const SALTS = "salts";

const SALT_BYTES = 32;

/** Items that are read at a time. Eight partitions hold so many each. */
const PAGE_ITEMS = 500;

/** The sort key of a partition's checkpoint. It sorts after all listens. */
const CHECKPOINT = "checkpoint";

/** Writes a listen. A retry writes the same item. */
export async function saveListen(listen: Listen): Promise<void> {
  await client.send(new PutCommand({ TableName: process.env.LISTENS_TABLE, Item: listen }));
}

/** Loads the salt of a window. Whoever comes first creates it. */
export async function loadOrCreateSalt(window: string): Promise<Uint8Array> {
  return (await loadSalt(window)) ?? (await createSalt(window)) ?? (await requireSalt(window));
}

/** Deletes the salts of closed windows. From then on, nobody can tell who was there. */
export async function deleteSalts(closed: string): Promise<void> {
  for await (const { id } of queryItems(SALTS, "0", closed, "id"))
    await client.send(new DeleteCommand({ TableName: process.env.LISTENS_TABLE, Key: { partition: SALTS, id } }));
}

/** Reads a partition's listens with ids between two bounds, in the order of their ids. */
export function queryListens(partition: string, from: string, to: string): AsyncIterable<Item> {
  return queryItems(partition, from, to, "id, guid, spans");
}

/** Loads the id up to which a partition's listens are folded; `0` if none are. */
export async function loadCheckpoint(partition: string): Promise<string> {
  const Key = { partition, id: CHECKPOINT };
  const command = new GetCommand({ TableName: process.env.LISTENS_TABLE, Key, ConsistentRead: true });
  return String((await client.send(command)).Item?.foldedTo ?? "0");
}

/** Moves a partition's checkpoint forward, unless another run has moved it further. */
export async function saveCheckpoint(partition: string, foldedTo: string): Promise<void> {
  const command = new PutCommand({
    TableName: process.env.LISTENS_TABLE,
    Item: { partition, id: CHECKPOINT, foldedTo },
    ConditionExpression: "attribute_not_exists(foldedTo) OR foldedTo < :foldedTo",
    ExpressionAttributeValues: { ":foldedTo": foldedTo },
  });
  await acceptRefusal(client.send(command));
}

async function loadSalt(window: string): Promise<Uint8Array | undefined> {
  const Key = { partition: SALTS, id: window };
  const command = new GetCommand({ TableName: process.env.LISTENS_TABLE, Key, ConsistentRead: true });
  const salt: unknown = (await client.send(command)).Item?.salt;
  return salt instanceof Uint8Array ? salt : undefined;
}

/** Returns undefined if somebody else has created it. */
async function createSalt(window: string): Promise<Uint8Array | undefined> {
  const salt = randomBytes(SALT_BYTES);
  const command = new PutCommand({
    TableName: process.env.LISTENS_TABLE,
    Item: { partition: SALTS, id: window, salt, expiresAt: computeExpiry(window) },
    ConditionExpression: "attribute_not_exists(id)",
  });
  return (await acceptRefusal(client.send(command))) ? salt : undefined;
}

async function requireSalt(window: string): Promise<Uint8Array> {
  const salt = await loadSalt(window);
  if (!salt) throw new Error(`The salt of the window ${window} was deleted while the window was open.`);
  return salt;
}

async function* queryItems(partition: string, from: string, to: string, attributes: string): AsyncGenerator<Item> {
  const pages = paginateQuery(
    { client, pageSize: PAGE_ITEMS },
    {
      TableName: process.env.LISTENS_TABLE,
      KeyConditionExpression: "#partition = :partition AND id BETWEEN :from AND :to",
      ExpressionAttributeNames: { "#partition": "partition" },
      ExpressionAttributeValues: { ":partition": partition, ":from": from, ":to": to },
      ProjectionExpression: attributes,
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
