import type { Item } from "../item.ts";
import { tryParseUrl } from "../url.ts";

/** What a feed says of itself. */
export interface FeedIdentity {
  /** Its own addresses, as they are noted. */
  readonly addresses: readonly string[];
  /** Its `podcast:guid`. */
  readonly guid?: string | undefined;
  /** The address of its website, which 0.1.0 noted, too. Shows of a network share it, and anybody copies it. */
  readonly website?: string | undefined;
  /** Whether nobody asked for its guid: an equal address is enough then. */
  readonly isAddressAlone?: true;
}

/** Why a feed is not the owner. */
export type Mismatch = "no identity" | "no address" | "other address" | "no guid" | "other guid";

/** The most characters of a `podcast:guid`, which should be a UUID. */
const MAX_GUID = 500;

/**
 * Composes the identity of a feed. What should be an address and is none does not count, nor does an address as `podcast:guid`.
 *
 * @param address its `atom:link` to itself, else the address that answered
 */
export function composeIdentity(address: string | undefined, guid?: string, website?: string): FeedIdentity {
  const addresses = address !== undefined && isAddress(address) ? [address.replace(/#.*/s, "")] : [];
  const isGuid = guid !== undefined && guid.length <= MAX_GUID && !isAddress(guid);
  return { addresses, guid: isGuid ? guid : undefined, website };
}

/** Composes the identity of several feeds of one show. */
export function joinIdentities(feeds: readonly FeedIdentity[]): FeedIdentity {
  return {
    addresses: feeds.flatMap(({ addresses }) => addresses),
    guid: feeds.find(({ guid }) => guid !== undefined)?.guid,
  };
}

/** Returns what is noted of the feeds that own an episode: addresses and `podcast:guid`s; none if nobody owns it. */
export function findFeeds({ feeds }: Item): ReadonlySet<string> {
  return feeds instanceof Set ? feeds : new Set();
}

/** Lists what of a feed is to be noted. */
export function listIdentities({ addresses, guid }: FeedIdentity): string[] {
  return [...addresses, ...(guid === undefined ? [] : [guid])];
}

/**
 * Compares a feed with what is noted. It is the owner if one of its addresses is noted, and no noted `podcast:guid` contradicts it.
 * A feed without an address is if its `podcast:guid` is noted, and no address.
 *
 * @returns undefined if it is the owner
 */
export function findMismatch(noted: readonly string[], feed: FeedIdentity): Mismatch | undefined {
  const has = (own: string) => noted.some((each) => areSame(each, own));
  const hasGuids = !noted.every(isAddress);
  if (listIdentities(feed).length === 0) return "no identity";
  if (hasGuids && feed.guid === undefined && !feed.isAddressAlone) return "no guid";
  if (hasGuids && feed.guid !== undefined && !has(feed.guid)) return "other guid";
  if (feed.addresses.length > 0) return feed.addresses.some(has) ? undefined : "other address";
  return hasGuids && !noted.some(isAddress) ? undefined : "no address";
}

/** Checks whether two feeds are one owner's, whichever is noted. */
export function isOneOwner(one: FeedIdentity, other: FeedIdentity): boolean {
  const isOwner = (noted: FeedIdentity, feed: FeedIdentity) => findMismatch(listIdentities(noted), feed) === undefined;
  return isOwner(one, other) && isOwner(other, one);
}

/** Checks whether two texts are one address, or one `podcast:guid`. */
export function areSame(one: string, other: string | undefined): boolean {
  return other !== undefined && normalizeIdentity(one) === normalizeIdentity(other);
}

/** Writes an address or a `podcast:guid` as all that are the same. */
export function normalizeIdentity(text: string): string {
  return normalizeAddress(text) ?? normalizeUuid(text);
}

/** A UUID, also in braces, or as a URN (RFC 9562). */
const UUID = /^\s*(?:urn:uuid:|\{)?(?<uuid>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?\s*$/i;

/** Writes a `podcast:guid` as all feeds should. Case makes no other UUID, and anything else is kept as it is. */
function normalizeUuid(guid: string): string {
  return UUID.exec(guid)?.groups?.uuid?.toLowerCase() ?? guid;
}

export function isAddress(text: string): boolean {
  return normalizeAddress(text) !== undefined;
}

/** What begins a digest in place of a query: see noted-address.ts. No address of a feed has it, as it has no fragment. */
export const DIGEST = "#sha256-";

/**
 * Finds the address in a text, without what differs between two that lead to one place: http or https, the last slash. A digest is of
 * all of this.
 */
export function normalizeAddress(text: string): string | undefined {
  const { protocol, host = "", pathname, search, hash } = tryParseUrl(text) ?? {};
  if (host === "") return undefined;
  const place = hash?.startsWith(DIGEST) ? hash : `${pathname?.replace(/\/$/, "")}${search}`;
  return `${protocol?.replace("https", "http")}//${host}${place}`;
}
