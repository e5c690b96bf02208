import pMap from "p-map";
import type { Item } from "../item.ts";
import type { Table } from "../table.ts";
import { createItem, loadItemToChange, loadOutlines, updateItem } from "./charts-table.ts";
import { computeClaim, type Powers } from "./claim.ts";
import { asRead, ownedAsRead } from "./conditional-update.ts";
import { correctDuration } from "./counted-chart.ts";
import { MalformedItemError, type MalformedPart } from "./counts.ts";
import { isImported, isReadable } from "./item-state.ts";
import type { FeedIdentity, Mismatch } from "./owner.ts";
import { isOverLimit } from "./packed-chart.ts";

/**
 * What became of an episode: a new item, a new duration, its item as it was, or as it was imported. An `unowned` one has a chart,
 * and stays as it is. A `rival` registered it before; if its item can't be changed, `problem` says why.
 */
type RegistrationOutcome =
  | { readonly status: "registered" | "unowned" }
  | { readonly status: "corrected" | "unchanged" | "imported"; readonly takenFrom?: ReadonlySet<string> }
  | { readonly status: "rival"; readonly feeds: ReadonlySet<string>; readonly mismatch: Mismatch }
  | { readonly status: "not corrected"; readonly problem: string; readonly part?: MalformedPart };

/** An episode, and what became of it. */
export type Registration = { readonly guid: string } & RegistrationOutcome;

/** An episode of a feed. */
export interface EpisodeToRegister {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  readonly feed: FeedIdentity;
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
 * @returns what became of each, in their order
 * @throws Error if an item changes at each attempt
 */
export async function registerEpisodes(
  charts: Table,
  episodes: readonly EpisodeToRegister[],
  powers: Powers = {},
): Promise<Registration[]> {
  const guids = episodes.map(({ guid }) => guid);
  const outlines = await loadOutlines(charts, guids);
  return pMap(
    episodes,
    async (episode): Promise<Registration> => {
      const { guid, duration, feed } = episode;
      const outline = outlines.get(guid);
      const claim = outline && computeClaim(outline, feed, powers);
      // A malformed item is read, to be named.
      if (claim?.status === "unowned" && isReadable({ ...outline, chart: outline?.points })) return { guid, ...claim };
      const isSame = outline?.duration === duration && claim && "set" in claim && !claim.set.feeds;
      if (isSame) return { guid, status: "unchanged" };
      return registerEpisode(charts, episode, powers, outline !== undefined);
    },
    { concurrency: CONCURRENCY },
  );
}

/**
 * Registers an episode, or says why its own item can't be changed, so that others can go on.
 *
 * @param isKnown whether an item is read first; otherwise, a new one is written at once
 * @throws Error if its item changes at each attempt
 */
export async function registerEpisode(
  charts: Table,
  episode: EpisodeToRegister,
  powers: Powers = {},
  isKnown = true,
): Promise<Registration> {
  const { guid } = episode;
  try {
    return { guid, ...(await writeEpisode(charts, episode, powers, isKnown)) };
  } catch (error) {
    const refused = { guid, status: "not corrected" } as const;
    if (error instanceof MalformedItemError) return { ...refused, problem: error.message, part: error.part };
    if (isOverLimit(error)) return { ...refused, problem: error.message };
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
  powers: Powers,
  isKnown: boolean,
): Promise<RegistrationOutcome> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = isKnown || attempt > 0 ? await loadItemToChange(charts, episode.guid) : undefined;
    const outcome = await changeItem(charts, episode, powers, item);
    if (outcome) return outcome;
  }
  throw new Error(
    `The chart of ${JSON.stringify(episode.guid)} changed at each of ${MAX_ATTEMPTS} attempts. Try again.`,
  );
}

/** Returns undefined, and changes nothing, if the item is not as it was read any more. */
async function changeItem(
  charts: Table,
  { guid, duration, feed }: EpisodeToRegister,
  powers: Powers,
  item: Item | undefined,
): Promise<RegistrationOutcome | undefined> {
  const claim = computeClaim(item ?? {}, feed, powers);
  if (claim.status === "unowned" || claim.status === "rival") return claim;
  if (!item) return (await createItem(charts, { guid, duration, ...claim.set })) ? { status: "registered" } : undefined;
  const changed = isImported(item) ? "imported" : "corrected";
  const status = item.duration === duration ? "unchanged" : changed;
  const set = { ...(status === "corrected" && correctDuration(item, duration).set), ...claim.set };
  const conditions = [asRead(item), ownedAsRead(item)] as const;
  if (Object.keys(set).length > 0 && !(await updateItem(charts, { guid, set, conditions }))) return undefined;
  return { status, ...("takenFrom" in claim && { takenFrom: claim.takenFrom }) };
}
