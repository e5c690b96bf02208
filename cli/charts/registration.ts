import pMap from "p-map";
import { createItem, loadEpisodes, loadNewestItem, updateItem } from "../../lib/episode/charts-table.ts";
import { correctDuration, MalformedItemError } from "../../lib/episode/counted-chart.ts";
import { isImported } from "../../lib/episode/item.ts";
import { LimitError } from "../../lib/episode/packed-chart.ts";
import type { Table } from "../../lib/table.ts";
import { CommandError } from "../shell/command.ts";

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
  charts: Table,
  episodes: readonly EpisodeToRegister[],
  refuse: (guid: string, problem: string) => void,
): Promise<Registration[]> {
  const items = await loadEpisodes(
    charts,
    episodes.map(({ guid }) => guid),
  );
  const known = new Map(items.map(({ guid, duration }) => [guid, duration]));
  return pMap(
    episodes,
    async (episode): Promise<Registration> => {
      if (known.get(episode.guid) === episode.duration) return "unchanged";
      return registerEpisode(charts, episode, known.has(episode.guid)).catch((error) => {
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

/**
 * @param isKnown whether an item is read first; otherwise, a new one is written at once
 * @throws MalformedItemError if its counts can't be drawn
 * @throws LimitError if its chart would be too long
 * @throws CommandError if it changes at each attempt
 */
async function registerEpisode(
  charts: Table,
  { guid, duration }: EpisodeToRegister,
  isKnown: boolean,
): Promise<Registration> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = isKnown || attempt > 0 ? await loadNewestItem(charts, guid) : undefined;
    if (item?.duration === duration) return "unchanged";
    if (item && isImported(item)) return "imported";
    if (!item && (await createItem(charts, guid, duration))) return "registered";
    if (item && (await updateItem(charts, correctDuration(item, duration)))) return "corrected";
  }
  throw new CommandError(`The chart of "${guid}" changed at each of ${MAX_ATTEMPTS} attempts. Run the command again.`);
}
