import type { Item } from "../item.ts";
import { tryParseUrl } from "../url.ts";
import { hasCurves } from "./curves.ts";

/**
 * Whose an episode is that a feed names: its own, nobody's yet (`new`), or another feed's (`rival`). `unowned` has a chart: nobody
 * knows whether it is of the same show.
 */
export type Claim = "own" | "new" | "unowned" | "rival";

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
  const listGuids = (identities: readonly string[]) =>
    identities.filter((one) => findAddress(one) === undefined).map(normalizeUuid);
  const [guids, otherGuids] = [listGuids(feeds), listGuids(others)];
  const isContrary = guids.length > 0 && otherGuids.length > 0 && !guids.some((guid) => otherGuids.includes(guid));
  const addresses = new Set(others.map(findAddress));
  return !isContrary && feeds.map(findAddress).some((address) => address !== undefined && addresses.has(address));
}

/** Whoever copies all identities of a feed can't be told from it. */
function isSame(feeds: readonly string[], others: readonly string[]): boolean {
  const known = others.map(normalizeUuid);
  return feeds.length === others.length && feeds.map(normalizeUuid).every((feed) => known.includes(feed));
}

/** A UUID, also in braces, or as a URN (RFC 9562). */
const UUID = /^\s*(?:urn:uuid:|\{)?(?<uuid>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?\s*$/i;

/** Writes a `podcast:guid` as all feeds should. Case makes no other UUID, and anything else is kept as it is. */
function normalizeUuid(identity: string): string {
  return UUID.exec(identity)?.groups?.uuid?.toLowerCase() ?? identity;
}

/** Finds the address in an identity, without what differs between two that lead to one place: http or https, the last slash. */
function findAddress(identity: string): string | undefined {
  const { protocol, host = "", pathname, search } = tryParseUrl(identity) ?? {};
  return host === ""
    ? undefined
    : `${protocol?.replace("https", "http")}${host}${pathname?.replace(/\/$/, "")}${search}`;
}

/** Checks whether an item has a chart, drawn or not: it may be of another show than the feed that names it next. */
export function hasChart(item: Item): boolean {
  return item.counts !== undefined || hasCurves(item);
}

/**
 * Compares the feed that registered an episode with another one. A feed without any identity is never noted, and takes no
 * episode from one that is.
 *
 * @param feeds the identities of the other feed
 * @param replace whether it may take the episode
 * @param others the identities of further feeds of its owner, of which each may be the one that is noted
 */
export function computeClaim(
  item: Item,
  feeds: readonly string[],
  replace: boolean,
  others: Iterable<readonly string[]> = [],
): Claim {
  const noted = [...findFeeds(item)];
  if (noted.length === 0 && hasChart(item) && !replace) return "unowned";
  if (feeds.length === 0) return noted.length === 0 ? "own" : "rival";
  if (noted.length === 0) return "new";
  if (isSame(noted, feeds)) return "own";
  if (replace) return "new";
  return [feeds, ...others].some((each) => isOneOwner(noted, each)) ? "own" : "rival";
}
