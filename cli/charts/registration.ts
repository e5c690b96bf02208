import { BatchGetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import { correctDuration, isImported, MalformedItemError } from "../../lib/collector/counted-chart.ts";
import { composeUpdate } from "../../lib/collector/item-change.ts";
import { acceptRefusal } from "../../lib/conditional-write.ts";
import type { Item } from "../../lib/item.ts";
import { LimitError } from "../../lib/packed-chart.ts";
import { CommandError } from "../shell/command.ts";
import type { Connection } from "../shell/connection.ts";
import { loadItem } from "./items.ts";

/** What became of an episode: a new item, a new duration, or its item as it was. */
export type Registration = "registered" | "corrected" | "unchanged" | "imported" | "refused";

/** An episode of a feed. */
export interface EpisodeToRegister {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
}

/** DynamoDB's limit for the keys of a BatchGetItem. */
export const BATCH = 100;

/** Episodes of a batch that are written at once. */
const CONCURRENCY = 8;

/** Attempts to write an item that changes meanwhile, such as by the collector. */
const MAX_ATTEMPTS = 5;

/**
 * Registers episodes, or corrects their durations. One read finds those that are unchanged, which most are.
 *
 * @param episodes at most 100
 * @param refuse called for each episode whose item can't be changed, with the reason
 */
export async function registerEpisodes(
  connection: Connection,
  episodes: readonly EpisodeToRegister[],
  refuse: (guid: string, problem: string) => void,
): Promise<Registration[]> {
  const known = await loadDurations(connection, episodes);
  return pMap(
    episodes,
    async (episode): Promise<Registration> => {
      if (known.get(episode.guid) === episode.duration) return "unchanged";
      return registerEpisode(connection, episode, known.has(episode.guid)).catch((error) => {
        if (!isLasting(error)) throw error;
        refuse(episode.guid, error.message);
        return "refused";
      });
    },
    { concurrency: CONCURRENCY },
  );
}

/** Checks whether it is the episode's own item that can't be changed, so that the others can go on. */
function isLasting(error: Error): boolean {
  // DynamoDB refuses items of more than 400 KB as invalid.
  return error instanceof MalformedItemError || error instanceof LimitError || error.name === "ValidationException";
}

/** Loads the durations of the episodes that are registered. Some may be missing or outdated: it is no consistent read. */
async function loadDurations(
  { client, chartsTable }: Connection,
  episodes: readonly EpisodeToRegister[],
): Promise<Map<unknown, unknown>> {
  const command = new BatchGetCommand({
    RequestItems: {
      [chartsTable]: {
        Keys: episodes.map(({ guid }) => ({ guid })),
        ProjectionExpression: "guid, #d",
        ExpressionAttributeNames: { "#d": "duration" },
      },
    },
  });
  const { Responses } = await client.send(command);
  return new Map((Responses?.[chartsTable] ?? []).map(({ guid, duration }) => [guid, duration]));
}

/**
 * @param isKnown whether an item is read first; otherwise, a new one is written at once
 * @throws MalformedItemError if its counts can't be drawn
 * @throws LimitError if its chart would be too long
 * @throws CommandError if it changes at each attempt
 */
async function registerEpisode(
  connection: Connection,
  { guid, duration }: EpisodeToRegister,
  isKnown: boolean,
): Promise<Registration> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = isKnown || attempt > 0 ? await loadItem(connection, guid) : undefined;
    if (item?.duration === duration) return "unchanged";
    if (item && isImported(item)) return "imported";
    if (await trySave(connection, guid, duration, item)) return item ? "corrected" : "registered";
  }
  throw new CommandError(`The chart of "${guid}" changed at each of ${MAX_ATTEMPTS} attempts. Run the command again.`);
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
  return acceptRefusal(write);
}
