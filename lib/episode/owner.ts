import type { Item } from "../item.ts";
import { tryParseUrl } from "../url.ts";
import { hasChart } from "./curves.ts";

/** What a feed says of itself. */
export interface FeedIdentity {
  /** Its own addresses, as they are noted. */
  readonly addresses: readonly string[];
  /** Its `podcast:guid`. */
  readonly guid?: string | undefined;
  /** Its addresses as 0.1.0 noted them: with their queries. */
  readonly former: readonly string[];
  /** The address of its website, which 0.1.0 noted, too. Shows of a network share it, and anybody copies it. */
  readonly website?: string | undefined;
  /** Whether nobody asked for its guid: an equal address is enough then. */
  readonly isAddressAlone?: true;
}

/** What a feed may take that is not its own. */
export interface Powers {
  /** What has a chart, and no owner. */
  readonly adopts?: boolean | undefined;
  /** What is noted of a show that has moved to the feed. */
  readonly movedFrom?: FeedIdentity | undefined;
  /** What is noted of a show that has the feed as a further one. */
  readonly sameShowAs?: FeedIdentity | undefined;
  /** The GUIDs of episodes, whoever owns them. */
  readonly takes?: ReadonlySet<string> | undefined;
}

/** Why a feed is not the owner. */
export type Mismatch = "no identity" | "no address" | "other address" | "no guid" | "other guid";

/**
 * Whose an episode is that a feed names: its own, nobody's yet (`new`), or another feed's (`rival`). `unowned` has a chart: nobody
 * knows whether it is of the same show.
 */
export type Claim =
  | { readonly status: "new"; readonly set: Noted }
  | { readonly status: "own"; readonly set: Noted; readonly takenFrom?: ReadonlySet<string> }
  | { readonly status: "unowned" }
  | { readonly status: "rival"; readonly feeds: ReadonlySet<string>; readonly mismatch: Mismatch };

/** The attribute that notes feeds, where it is to be changed. */
type Noted = { readonly feeds?: ReadonlySet<string> };

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
  return { addresses, guid: isGuid ? guid : undefined, former: [], website };
}

/** Composes the identity of several feeds of one show. */
export function joinIdentities(feeds: readonly FeedIdentity[]): FeedIdentity {
  return {
    addresses: feeds.flatMap(({ addresses }) => addresses),
    guid: feeds.find(({ guid }) => guid !== undefined)?.guid,
    former: feeds.flatMap(({ former }) => former),
  };
}

/** Parses what may be noted of a feed: an address, or else a `podcast:guid`. */
export function parseNoted(text: string): FeedIdentity {
  return isAddress(text) ? composeIdentity(text) : composeIdentity(undefined, text);
}

/** Returns what is noted of the feeds that own an episode: addresses and `podcast:guid`s; none if nobody owns it. */
export function findFeeds({ feeds }: Item): ReadonlySet<string> {
  return feeds instanceof Set ? feeds : new Set();
}

/**
 * Compares a feed with what is noted. It is the owner if one of its addresses is noted, and no noted `podcast:guid` contradicts it.
 * A feed without an address is if its `podcast:guid` is noted, and no address but that of its website.
 *
 * @returns undefined if it is the owner
 */
export function findMismatch(noted: ReadonlySet<string>, feed: FeedIdentity): Mismatch | undefined {
  const [addresses, guids] = [listAddresses(noted), listGuids(noted)];
  if (feed.addresses.length === 0 && feed.guid === undefined) return "no identity";
  if (guids.length > 0 && feed.guid === undefined && !feed.isAddressAlone) return "no guid";
  if (isContrary(guids, feed)) return "other guid";
  const own = listAddresses([...feed.addresses, ...feed.former]);
  if (own.length > 0) return own.some((one) => addresses.includes(one)) ? undefined : "other address";
  const [website] = listAddresses([feed.website ?? ""]);
  return guids.length > 0 && addresses.every((one) => one === website) ? undefined : "no address";
}

/** Checks whether two feeds are one owner's, whichever is noted. */
export function isOneOwner(one: FeedIdentity, other: FeedIdentity): boolean {
  return findMismatch(note(one), other) === undefined && findMismatch(note(other), one) === undefined;
}

/** Checks whether two feeds that somebody uses together are of one show: by their website, too. It gives nobody a right. */
export function isOneShow(one: FeedIdentity, other: FeedIdentity): boolean {
  const [website, otherWebsite] = [one, other].map((feed) => findAddress(feed.website ?? ""));
  const isSame = website !== undefined && website === otherWebsite && !isContrary(listGuids(note(one)), other);
  return isSame || isOneOwner(one, other);
}

/**
 * Decides whose an episode is. A feed without any identity is never noted, and takes nothing from one that is.
 *
 * @param item what {@link hasChart} needs of it, its `guid` and its `feeds`
 */
export function computeClaim(item: Item, feed: FeedIdentity, powers: Powers = {}): Claim {
  const feeds = findFeeds(item);
  const change = (noted: ReadonlySet<string>): Noted => {
    const isSame = noted.size === feeds.size && [...noted].every((one) => feeds.has(one));
    return isSame ? {} : { feeds: noted };
  };
  if (feeds.size === 0)
    return hasChart(item) && !powers.adopts ? { status: "unowned" } : { status: "new", set: change(note(feed)) };
  const mismatch = findMismatch(feeds, feed);
  if (mismatch === undefined) return { status: "own", set: change(complete(feeds, feed)) };
  const taken = takeOver(item, feed, powers);
  if (!taken || findMismatch(taken, feed) !== undefined) return { status: "rival", feeds, mismatch };
  return { status: "own", set: change(taken), takenFrom: feeds };
}

function note({ addresses, guid }: FeedIdentity): ReadonlySet<string> {
  return new Set([...addresses, ...(guid === undefined ? [] : [guid])]);
}

/** Adds to what is noted what it lacks of a feed, and takes out what 0.1.0 noted besides. */
function complete(noted: ReadonlySet<string>, feed: FeedIdentity): ReadonlySet<string> {
  const own = listAddresses(feed.addresses);
  const outdated = listAddresses([...feed.former, feed.website ?? ""]).filter((one) => !own.includes(one));
  const kept = [...noted].filter((one) => !outdated.includes(findAddress(one) ?? ""));
  const hasAddress = listAddresses(kept).some((one) => own.includes(one));
  const hasGuid = feed.guid === undefined || listGuids(kept).includes(normalizeUuid(feed.guid));
  return new Set([
    ...kept,
    ...(hasAddress ? [] : feed.addresses),
    ...(hasGuid ? [] : note({ ...feed, addresses: [] })),
  ]);
}

/** Composes what is noted once a feed has taken another one's episode; undefined if it has not the power to. */
function takeOver(item: Item, feed: FeedIdentity, powers: Powers): ReadonlySet<string> | undefined {
  const feeds = findFeeds(item);
  const { movedFrom, sameShowAs, takes } = powers;
  if (takes?.has(String(item.guid))) return note(feed);
  if (isContrary(listGuids(feeds), feed)) return undefined;
  if (sameShowAs && isNoted(feeds, sameShowAs)) return complete(feeds, feed);
  if (!movedFrom || !isNoted(feeds, movedFrom)) return undefined;
  const stays = (one: string) => !isNoted(new Set([one]), movedFrom) && (isAddress(one) || feed.guid !== undefined);
  return complete(new Set([...feeds].filter(stays)), feed);
}

/** Checks whether an address or a `podcast:guid` is noted. */
function isNoted(noted: ReadonlySet<string>, { addresses, former, guid }: FeedIdentity): boolean {
  const own = listAddresses([...addresses, ...former]);
  const isGuid = guid !== undefined && listGuids(noted).includes(normalizeUuid(guid));
  return isGuid || listAddresses(noted).some((one) => own.includes(one));
}

function isContrary(guids: readonly string[], { guid }: FeedIdentity): boolean {
  return guids.length > 0 && guid !== undefined && !guids.includes(normalizeUuid(guid));
}

function listAddresses(identities: Iterable<string>): string[] {
  return [...identities].flatMap((one) => findAddress(one) ?? []);
}

function listGuids(noted: Iterable<string>): string[] {
  return [...noted].filter((one) => !isAddress(one)).map(normalizeUuid);
}

/** A UUID, also in braces, or as a URN (RFC 9562). */
const UUID = /^\s*(?:urn:uuid:|\{)?(?<uuid>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?\s*$/i;

/** Writes a `podcast:guid` as all feeds should. Case makes no other UUID, and anything else is kept as it is. */
function normalizeUuid(guid: string): string {
  return UUID.exec(guid)?.groups?.uuid?.toLowerCase() ?? guid;
}

function isAddress(text: string): boolean {
  return findAddress(text) !== undefined;
}

/** What begins a digest in place of a query: see noted-address.ts. No address of a feed has it, as it has no fragment. */
export const DIGEST = "#sha256-";

/** Finds the address in a text, without what differs between two that lead to one place: http or https, the last slash. */
export function findAddress(text: string): string | undefined {
  const { protocol, host = "", pathname, search, hash } = tryParseUrl(text) ?? {};
  if (host === "") return undefined;
  const digest = hash?.startsWith(DIGEST) ? hash : "";
  return `${protocol?.replace("https", "http")}//${host}${pathname?.replace(/\/$/, "")}${search}${digest}`;
}
