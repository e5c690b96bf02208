import { BatchGetCommand, DeleteCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../item.ts";
import { acceptRefusal, type Table, tryWrite } from "../table.ts";
import { absent, composeUpdate, ownedAsRead, present, setAll, type Update } from "./conditional-update.ts";
import { type RegisteredItem, requireReadable } from "./item-state.ts";

/** What tells an episode's owner, and whether it has a chart: one point of a plain one, and of others none. */
const OUTLINE = {
  ProjectionExpression: "guid, #duration, feeds, #source, sources, points, #data[0]",
  ExpressionAttributeNames: { "#duration": "duration", "#source": "source", "#data": "data" },
};

/** Loads an episode's item, perhaps as it was a moment ago. */
export async function loadChartItem({ client, name }: Table, guid: string): Promise<Item | undefined> {
  return (await client.send(new GetCommand({ TableName: name, Key: { guid } }))).Item;
}

/** Loads an episode's item with a consistent read. */
export async function loadNewestItem({ client, name }: Table, guid: string): Promise<Item | undefined> {
  return (await client.send(new GetCommand({ TableName: name, Key: { guid }, ConsistentRead: true }))).Item;
}

/**
 * Loads an episode's item with a consistent read, to change it.
 *
 * @throws MalformedItemError if it does not say what its curve is from
 */
export async function loadItemToChange(table: Table, guid: string): Promise<Item | undefined> {
  const item = await loadNewestItem(table, guid);
  if (item) requireReadable(item);
  return item;
}

/** Loads an episode's GUID and duration, without its chart. */
export async function loadEpisode({ client, name }: Table, guid: string): Promise<Item | undefined> {
  const projection = {
    ProjectionExpression: "guid, #duration",
    ExpressionAttributeNames: { "#duration": "duration" },
  };
  return (await client.send(new GetCommand({ TableName: name, Key: { guid }, ...projection }))).Item;
}

/**
 * Loads what tells owners of at most 100 episodes, by GUID.
 *
 * @param guids different ones
 * @param ConsistentRead without which some may be missing or outdated
 */
export async function loadOutlines(
  { client, name }: Table,
  guids: readonly string[],
  ConsistentRead = false,
): Promise<Map<string, Item>> {
  const outlines = new Map<string, Item>();
  let Keys: Item[] = guids.map((guid) => ({ guid }));
  // DynamoDB answers with some of them at least, or with an error.
  while (Keys.length > 0) {
    const RequestItems = { [name]: { Keys, ConsistentRead, ...OUTLINE } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
    Responses?.[name]?.forEach((item) => {
      outlines.set(String(item.guid), item);
    });
    Keys = UnprocessedKeys?.[name]?.Keys ?? [];
  }
  return outlines;
}

/** Creates the item of an episode that has none. Returns false if it has one. */
export async function createItem(table: Table, { guid, ...set }: RegisteredItem): Promise<boolean> {
  return updateItem(table, { guid, set, conditions: [absent("guid")] });
}

/** Changes an item. Returns false if a condition does not hold: nothing has changed, and the item must be loaded again. */
export async function updateItem({ client, name }: Table, { guid, set, conditions }: Update): Promise<boolean> {
  const update = composeUpdate(guid, setAll(set), conditions);
  return acceptRefusal(client.send(new UpdateCommand({ TableName: name, ...update })));
}

/**
 * Deletes an episode's item.
 *
 * @param read what tells its owner, as it was read; undefined if anybody may be
 * @returns the item; undefined if there is none, or if the owner is another one
 */
export async function deleteItem({ client, name }: Table, guid: string, read?: Item): Promise<Item | undefined> {
  const input = read ? composeUpdate(guid, undefined, [present("guid"), ownedAsRead(read)]) : { Key: { guid } };
  const command = new DeleteCommand({ TableName: name, ReturnValues: "ALL_OLD", ...input });
  return (await tryWrite(client.send(command)))?.Attributes;
}
