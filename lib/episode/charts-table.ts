import { BatchGetCommand, DeleteCommand, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../item.ts";
import { acceptRefusal, type Table } from "../table.ts";
import { absent, composeUpdate, setAll, type Update } from "./conditional-update.ts";
import { type RegisteredItem, requireReadable } from "./item-state.ts";

/** What a registration looks at. */
const DURATION = {
  ProjectionExpression: "guid, #duration, feeds",
  ExpressionAttributeNames: { "#duration": "duration" },
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

/** Loads an episode's GUID, duration and feeds, without its chart. */
export async function loadEpisode({ client, name }: Table, guid: string): Promise<Item | undefined> {
  return (await client.send(new GetCommand({ TableName: name, Key: { guid }, ...DURATION }))).Item;
}

/** Loads the GUIDs, durations and feeds of at most 100 episodes. Some may be missing or outdated: it is no consistent read. */
export async function loadEpisodes({ client, name }: Table, guids: readonly string[]): Promise<Item[]> {
  const Keys = guids.map((guid) => ({ guid }));
  const { Responses } = await client.send(new BatchGetCommand({ RequestItems: { [name]: { Keys, ...DURATION } } }));
  return Object.values({ ...Responses }).flat();
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

/** Deletes an episode's item. Returns it, or undefined if there is none. */
export async function deleteItem({ client, name }: Table, guid: string): Promise<Item | undefined> {
  const command = new DeleteCommand({ TableName: name, Key: { guid }, ReturnValues: "ALL_OLD" });
  return (await client.send(command)).Attributes;
}
