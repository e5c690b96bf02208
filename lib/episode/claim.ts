import type { Item } from "../item.ts";
import { hasChart } from "./curves.ts";
import { listNoted } from "./noted-address.ts";
import {
  areSame,
  type FeedIdentity,
  findFeeds,
  findMismatch,
  isAddress,
  listIdentities,
  type Mismatch,
} from "./owner.ts";

/** What a feed may take that is not its own. */
export interface Powers {
  /** What has a chart, and no owner. */
  readonly adopts?: boolean | undefined;
  /** What is noted of a show that has moved to the feed. */
  readonly movedFrom?: string | undefined;
  /** What is noted of a show that has the feed as a further one. */
  readonly sameShowAs?: string | undefined;
  /** The GUIDs of episodes, whoever owns them. */
  readonly takes?: ReadonlySet<string> | undefined;
}

/**
 * Whose an episode is that a feed names: its own, nobody's yet (`new`), or another feed's (`rival`). `unowned` has a chart: nobody
 * knows whether it is of the same show.
 */
export type Claim =
  | { readonly status: "new"; readonly set: FeedsChange }
  | { readonly status: "own"; readonly set: FeedsChange; readonly takenFrom?: ReadonlySet<string> }
  | { readonly status: "unowned" }
  | { readonly status: "rival"; readonly feeds: ReadonlySet<string>; readonly mismatch: Mismatch };

/** The attribute that notes feeds, where it is to be changed. */
type FeedsChange = { readonly feeds?: ReadonlySet<string> };

/**
 * Decides whose an episode is. A feed without any identity is never noted, and takes nothing from one that is.
 *
 * @param item what {@link hasChart} needs of it, its `guid` and its `feeds`
 */
export function computeClaim(item: Item, feed: FeedIdentity, powers: Powers = {}): Claim {
  const feeds = findFeeds(item);
  if (feeds.size === 0)
    return hasChart(item) && !powers.adopts ? { status: "unowned" } : { status: "new", set: change(feeds, [], feed) };
  const isOld = (text: string) => areSame(text, feed.website) && !feed.addresses.some((own) => areSame(text, own));
  const noted = listNoted(item).filter((text) => !isOld(text));
  const mismatch = findMismatch(noted, feed);
  if (mismatch === undefined) return { status: "own", set: change(feeds, noted, feed) };
  const kept = powers.takes?.has(String(item.guid)) ? [] : mismatch !== "other guid" && takeOver(noted, feed, powers);
  if (!kept || findMismatch(complete(kept, feed), feed) !== undefined) return { status: "rival", feeds, mismatch };
  return { status: "own", set: change(feeds, kept, feed), takenFrom: feeds };
}

/** Composes what changes if a feed is noted beside others. */
function change(before: ReadonlySet<string>, kept: readonly string[], feed: FeedIdentity): FeedsChange {
  const feeds = new Set(complete(kept, feed));
  return feeds.size === before.size && [...feeds].every((text) => before.has(text)) ? {} : { feeds };
}

/** Adds what is not noted yet of a feed. */
function complete(noted: readonly string[], feed: FeedIdentity): string[] {
  return [...noted, ...listIdentities(feed).filter((own) => !noted.some((each) => areSame(each, own)))];
}

/** Lists what stays noted once a feed has taken another one's episode; undefined if it has not the power to. */
function takeOver(
  noted: readonly string[],
  { guid }: FeedIdentity,
  { movedFrom, sameShowAs }: Powers,
): readonly string[] | undefined {
  if (noted.some((text) => areSame(text, sameShowAs))) return noted;
  const others = noted.filter((one) => !areSame(one, movedFrom));
  if (others.length === noted.length) return undefined;
  return others.filter((one) => isAddress(one) || guid !== undefined);
}
