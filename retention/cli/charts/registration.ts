import pMap from "p-map";
import { createItem, loadEpisodes, loadItemToChange, updateItem } from "../../../lib/episode/charts-table.ts";
import { correctDuration } from "../../../lib/episode/counted-chart.ts";
import { MalformedItemError } from "../../../lib/episode/counts.ts";
import { isImported } from "../../../lib/episode/item-state.ts";
import { isOverLimit } from "../../../lib/episode/packed-chart.ts";
import type { Table } from "../../../lib/table.ts";
import { RecordError, type Refusal } from "../../sources/base/refusals.ts";
import { computeClaim, findFeeds, noteFeeds } from "../../sources/owner.ts";
import { CommandError } from "../shell/command.ts";

/** What became of an episode: a new item, a new duration, or its item as it was. */
export type Registration = "registered" | "corrected" | "unchanged" | "imported" | "refused";

/** An episode of a feed. */
export interface EpisodeToRegister {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  /** What tells the feed from others; may be empty. */
  readonly feeds: readonly string[];
}

/** How to register. */
export interface RegistrationOptions {
  /** Whether a feed may take an episode from another one. */
  readonly replace: boolean;
  /** Called for each episode whose item can't be changed, with the reason. */
  readonly refuse: (guid: string, refusal: Refusal) => void;
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
 */
export async function registerEpisodes(
  charts: Table,
  episodes: readonly EpisodeToRegister[],
  { replace, refuse }: RegistrationOptions,
): Promise<Registration[]> {
  const items = await loadEpisodes(
    charts,
    episodes.map(({ guid }) => guid),
  );
  const known = new Map(items.map((item) => [item.guid, item]));
  return pMap(
    episodes,
    async (episode): Promise<Registration> => {
      const item = known.get(episode.guid);
      const isSame = item?.duration === episode.duration && computeClaim(item, episode.feeds, replace) === "own";
      if (isSame) return "unchanged";
      return registerEpisode(charts, episode, replace, item !== undefined).catch((error) => {
        const refusal = explainUnchanged(error);
        if (!refusal) throw error;
        refuse(episode.guid, refusal);
        return "refused";
      });
    },
    { concurrency: CONCURRENCY },
  );
}

/** Returns why an episode's own item can't be changed, so that the others can go on; undefined for any other error. */
function explainUnchanged(error: Error): Refusal | undefined {
  if (error instanceof RecordError) return error.refusal;
  const isLasting = error instanceof MalformedItemError || isOverLimit(error);
  return isLasting ? { kind: "not corrected", detail: `${error.message} Its duration stays as it was.` } : undefined;
}

/**
 * @param isKnown whether an item is read first; otherwise, a new one is written at once
 * @throws MalformedItemError if its counts can't be drawn
 * @throws LimitError if its chart would be too long
 * @throws RecordError if another feed has registered it
 * @throws CommandError if it changes at each attempt
 */
async function registerEpisode(
  charts: Table,
  episode: EpisodeToRegister,
  replace: boolean,
  isKnown: boolean,
): Promise<Registration> {
  const { guid, duration, feeds } = episode;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = isKnown || attempt > 0 ? await loadItemToChange(charts, guid) : undefined;
    if (!item) {
      if (await createItem(charts, { guid, duration, ...noteFeeds(feeds) })) return "registered";
      continue;
    }
    const claim = computeClaim(item, feeds, replace);
    if (claim === "rival") throw refuseRival(findFeeds(item));
    const isSame = item.duration === duration;
    const correction = isSame || isImported(item) ? {} : correctDuration(item, duration).set;
    const set = { ...correction, ...(claim === "new" && noteFeeds(feeds)) };
    const isWritten = Object.keys(set).length === 0 || (await updateItem(charts, { guid, set, asRead: item }));
    if (isWritten) return isSame ? "unchanged" : isImported(item) ? "imported" : "corrected";
  }
  throw new CommandError(`The chart of "${guid}" changed at each of ${MAX_ATTEMPTS} attempts. Run the command again.`);
}

function refuseRival(feeds: ReadonlySet<string>): RecordError {
  const advice = "Correct its <guid>, or pass --replace if the show has moved to this feed.";
  return new RecordError("of another feed", `Another feed has registered it (${[...feeds].join(", ")}). ${advice}`);
}
