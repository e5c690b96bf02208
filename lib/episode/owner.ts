import type { Item } from "../item.ts";
import { tryParseUrl } from "../url.ts";

/** Whose an episode is that a feed names: its own, nobody's yet (`new`), or another feed's (`rival`). */
export type Claim = "own" | "new" | "rival";

/** Composes the attribute that tells the feed that registered an episode from others; none if the feed says nothing. */
export function noteFeeds(feeds: readonly string[] = []): { readonly feeds?: ReadonlySet<string> } {
  return feeds.length > 0 ? { feeds: new Set(feeds) } : {};
}

/** Returns the identities of the feed that registered an episode; none if no feed has, or if it has no identity. */
export function findFeeds({ feeds }: Item): ReadonlySet<string> {
  return feeds instanceof Set ? feeds : new Set();
}

/**
 * Checks whether two feeds are one owner's, by their identities: they share an address, their own or that of their website, and
 * their `podcast:guid`s, where both have one, are equal.
 */
export function isOneOwner(feeds: readonly string[], others: readonly string[]): boolean {
  const isShared = (feed: string) => others.includes(feed);
  const guids = feeds.filter((feed) => !isAddress(feed));
  const isContrary = guids.length > 0 && !guids.some(isShared) && !others.every(isAddress);
  return !isContrary && feeds.filter(isAddress).some(isShared);
}

function isAddress(identity: string): boolean {
  return (tryParseUrl(identity)?.host ?? "") !== "";
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
