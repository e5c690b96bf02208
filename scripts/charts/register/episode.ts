import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { correctDuration, isImported } from "../../../lib/collector/counted-chart.ts";
import { composeUpdate } from "../../../lib/collector/item-change.ts";
import type { Item } from "../../../lib/item.ts";
import { CommandError } from "../../cli/command.ts";
import type { Connection } from "../../cli/connection.ts";

/** What became of an episode: a new item, a new duration, or its item as it was. */
export type Registration = "registered" | "corrected" | "unchanged" | "imported";

/** Attempts to write an item that changes meanwhile, such as by the collector. */
const MAX_ATTEMPTS = 5;

/**
 * Registers an episode, or corrects its duration.
 *
 * @param duration seconds
 * @throws CommandError if its item changes at each attempt
 */
export async function registerEpisode(connection: Connection, guid: string, duration: number): Promise<Registration> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = await loadItem(connection, guid);
    if (item?.duration === duration) return "unchanged";
    if (item && isImported(item)) return "imported";
    if (await trySave(connection, guid, duration, item)) return item ? "corrected" : "registered";
  }
  throw new CommandError(`The chart of "${guid}" changed at each of ${MAX_ATTEMPTS} attempts. Run the command again.`);
}

async function loadItem({ client, chartsTable }: Connection, guid: string): Promise<Item | undefined> {
  const command = new GetCommand({ TableName: chartsTable, Key: { guid }, ConsistentRead: true });
  return (await client.send(command)).Item;
}

/** Returns false if the item has changed meanwhile. */
async function trySave(
  { client, chartsTable }: Connection,
  guid: string,
  duration: number,
  item: Item | undefined,
): Promise<boolean> {
  const TableName = chartsTable;
  const write = item
    ? client.send(new UpdateCommand({ TableName, ...composeUpdate(correctDuration(item, duration)) }))
    : client.send(
        new PutCommand({ TableName, Item: { guid, duration }, ConditionExpression: "attribute_not_exists(guid)" }),
      );
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
