import { randomBytes } from "node:crypto";
import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { acceptRefusal, type Table } from "../table.ts";
import { loadFirstIds } from "./listens-table.ts";
import { computeExpiry } from "./window.ts";

/** The partition of LISTENS_TABLE that holds the salts of open windows, by window. */
const SALTS = "salts";

const SALT_BYTES = 32;

/** Loads the salt of a window. Whoever comes first creates it, also after one that was deleted too early: then all count anew. */
export async function loadOrCreateSalt(listens: Table, window: string): Promise<Uint8Array> {
  return (
    (await loadSalt(listens, window)) ?? (await createSalt(listens, window)) ?? (await requireSalt(listens, window))
  );
}

/** Deletes the salts of closed windows. From then on, nobody can tell who was there. */
export async function deleteSalts(listens: Table, closed: string): Promise<void> {
  const { client, name } = listens;
  const range = { partition: SALTS, from: "0", to: closed };
  for (let ids = await loadFirstIds(listens, range); ids.length > 0; ids = await loadFirstIds(listens, range))
    for (const id of ids) await client.send(new DeleteCommand({ TableName: name, Key: { partition: SALTS, id } }));
}

async function loadSalt({ client, name }: Table, window: string): Promise<Uint8Array | undefined> {
  const Key = { partition: SALTS, id: window };
  const command = new GetCommand({ TableName: name, Key, ConsistentRead: true });
  const salt: unknown = (await client.send(command)).Item?.salt;
  return salt instanceof Uint8Array ? salt : undefined;
}

/** Returns undefined if somebody else has created it. */
async function createSalt({ client, name }: Table, window: string): Promise<Uint8Array | undefined> {
  const salt = randomBytes(SALT_BYTES);
  const command = new PutCommand({
    TableName: name,
    Item: { partition: SALTS, id: window, salt, expiresAt: computeExpiry(window) },
    ConditionExpression: "attribute_not_exists(id)",
  });
  return (await acceptRefusal(client.send(command))) ? salt : undefined;
}

async function requireSalt(listens: Table, window: string): Promise<Uint8Array> {
  const salt = await loadSalt(listens, window);
  if (!salt)
    throw new Error(`The salt of the window ${window} is malformed, or was deleted while the window was open.`);
  return salt;
}
