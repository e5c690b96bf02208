import pMap from "p-map";
import type { Table } from "../table.ts";
import { createItem, loadEpisodes, loadItemToChange, updateItem } from "./charts-table.ts";
import { asRead } from "./conditional-update.ts";
import { correctDuration } from "./counted-chart.ts";
import { MalformedItemError } from "./counts.ts";
import { isImported } from "./item-state.ts";
import { computeClaim, findFeeds, noteFeeds } from "./owner.ts";
import { isOverLimit } from "./packed-chart.ts";

/**
 * What became of an episode: a new item, a new duration, its item as it was, or as it was imported. An `unowned` one has a chart,
 * and stays as it is. A `rival` registered it before; if its item can't be changed, `problem` says why.
 */
type Outcome =
  | { readonly status: "registered" | "corrected" | "unchanged" | "imported" | "unowned" }
  | { readonly status: "rival"; readonly feeds: ReadonlySet<string> }
  | { readonly status: "not corrected"; readonly problem: string };

const UNCHANGED: Outcome = { status: "unchanged" };

/** An episode, and what became of it. */
export type Registration = { readonly guid: string } & Outcome;

/** An episode of a feed. */
export interface EpisodeToRegister {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  /** What tells the feed from others; may be empty. */
  readonly feeds: readonly string[];
  /** The same of further feeds of its owner. */
  readonly others?: Iterable<readonly string[]>;
}

/** DynamoDB's limit for the keys of a BatchGetItem. */
export const BATCH = 100;

/** Episodes that are written at once. */
export const CONCURRENCY = 8;

/** Attempts to write an item that changes meanwhile, such as by the collector. */
const MAX_ATTEMPTS = 5;

/**
 * Registers episodes, or corrects their durations. One read finds those that are unchanged, which most are.
 *
 * @param episodes at most 100
 * @param replace whether a feed may take an episode from another one
 * @returns what became of each, in their order
 * @throws Error if an item changes at each attempt
 */
export async function registerEpisodes(
  charts: Table,
  episodes: readonly EpisodeToRegister[],
  replace: boolean,
): Promise<Registration[]> {
  const items = await loadEpisodes(
    charts,
    episodes.map(({ guid }) => guid),
  );
  const known = new Map(items.map((item) => [item.guid, item]));
  return pMap(
    episodes,
    async (episode): Promise<Registration> => {
      const { guid, duration, feeds, others } = episode;
      const item = known.get(guid);
      const isSame = item?.duration === duration && computeClaim(item, feeds, replace, others) === "own";
      return isSame ? { guid, ...UNCHANGED } : registerEpisode(charts, episode, replace, item !== undefined);
    },
    { concurrency: CONCURRENCY },
  );
}

/**
 * Registers an episode, or says why its own item can't be changed, so that others can go on.
 *
 * @param replace whether its feed may take it from another one
 * @param isKnown whether an item is read first; otherwise, a new one is written at once
 * @throws Error if its item changes at each attempt
 */
export async function registerEpisode(
  charts: Table,
  episode: EpisodeToRegister,
  replace: boolean,
  isKnown = true,
): Promise<Registration> {
  const { guid } = episode;
  try {
    return { guid, ...(await writeEpisode(charts, episode, replace, isKnown)) };
  } catch (error) {
    if (error instanceof Error && (error instanceof MalformedItemError || isOverLimit(error)))
      return { guid, status: "not corrected", problem: error.message };
    throw error;
  }
}

/**
 * @throws MalformedItemError if its counts can't be drawn
 * @throws LimitError if its chart would be too long
 * @throws Error if it changes at each attempt
 */
async function writeEpisode(
  charts: Table,
  episode: EpisodeToRegister,
  replace: boolean,
  isKnown: boolean,
): Promise<Outcome> {
  const { guid, duration, feeds, others } = episode;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = isKnown || attempt > 0 ? await loadItemToChange(charts, guid) : undefined;
    if (!item) {
      if (await createItem(charts, { guid, duration, ...noteFeeds(feeds) })) return { status: "registered" };
      continue;
    }
    const claim = computeClaim(item, feeds, replace, others);
    if (claim === "unowned") return { status: claim };
    if (claim === "rival") return { status: "rival", feeds: findFeeds(item) };
    const isSame = item.duration === duration;
    const correction = isSame || isImported(item) ? {} : correctDuration(item, duration).set;
    const set = { ...correction, ...(claim === "new" && noteFeeds(feeds)) };
    const isWritten =
      Object.keys(set).length === 0 || (await updateItem(charts, { guid, set, conditions: [asRead(item)] }));
    if (isWritten) return { status: isSame ? "unchanged" : isImported(item) ? "imported" : "corrected" };
  }
  throw new Error(`The chart of ${JSON.stringify(guid)} changed at each of ${MAX_ATTEMPTS} attempts. Try again.`);
}
