import type { Item } from "../item.ts";

/** What an episode's item says of a feed that has its GUID: it is its own, is to be noted, or is another show's. */
export type Claim = "own" | "new" | "rival";

/** Composes the attribute that tells the feed that registered an episode from others; none if the feed says nothing. */
export function noteFeeds(feeds: readonly string[] = []): { readonly feeds?: ReadonlySet<string> } {
  return feeds.length > 0 ? { feeds: new Set(feeds) } : {};
}

/** Returns what tells the feed that registered an episode from others; nothing if none has, or if it says nothing. */
export function findFeeds({ feeds }: Item): ReadonlySet<string> {
  return feeds instanceof Set ? feeds : new Set();
}

/**
 * Compares the feed that registered an episode with another one. A feed without any identity is never noted, and takes no
 * episode from one that is.
 *
 * @param feeds the identities of the other feed
 * @param replace whether it may take the episode
 */
export function computeClaim(item: Item, feeds: readonly string[], replace: boolean): Claim {
  const noted = findFeeds(item);
  if (feeds.length === 0) return noted.size === 0 ? "own" : "rival";
  if (noted.size === 0) return "new";
  const shared = feeds.filter((feed) => noted.has(feed)).length;
  if (replace) return shared === feeds.length && shared === noted.size ? "own" : "new";
  return shared > 0 ? "own" : "rival";
}
