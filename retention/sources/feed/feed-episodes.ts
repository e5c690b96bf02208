import { createNumberTable } from "#number-table";
import { describe } from "../../../lib/describe.ts";
import { composeIdentity, type FeedIdentity, isOneOwner, joinIdentities } from "../../../lib/episode/owner.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { Endings } from "./guid-finders.ts";
import type { FeedItem } from "./item-parser.ts";
import { normalizeTitle } from "./title-words.ts";

/** Place of the feed's number in the values of a GUID. The duration is before it. */
const FEED = 2;

const AND = new Intl.ListFormat("en");

/** What is read of an item. */
type NamedItem = Pick<FeedItem, "guid" | "duration"> & Partial<FeedItem>;

/** A feed, by what messages call it, and what tells it from others. */
interface ListedFeed {
  readonly name: string;
  readonly identity: FeedIdentity;
}

/** A feed that has an episode, and the duration in seconds that it gives; 0 if it gives none. */
export interface Owner extends ListedFeed {
  /** Its number, from 1. */
  readonly feed: number;
  readonly duration: number;
}

/** What is wrong with a GUID that several episodes have, or may have. */
type GuidFault = Fact<"in-two-feeds" | "of-several-episodes">;

/** What feeds say of few episodes alone. */
interface Oddities {
  /** The feeds of other owners than the first one's. */
  readonly rivals?: readonly Owner[] | undefined;
  /** What tells the feeds of its show from others, if it is of several. */
  readonly identity?: FeedIdentity;
  /** The feeds that give its GUID to several episodes, and why it is refused. */
  readonly shared?: readonly { readonly feed: number; readonly refusal: GuidFault }[] | undefined;
  /** All durations that a feed gives it, if it gives several. */
  readonly durations?: readonly number[] | undefined;
  /** What its feed has in place of a duration. */
  readonly badDuration?: string | undefined;
}

/** Characters of a title, and of what is no duration, that a message shows, and how many titles it shows. */
const MAX_SHOWN = 100;
const MAX_NAMED = 3;

/**
 * What any number of feeds say of their episodes, by GUID. It holds a digest, a duration and a feed's number of each:
 * large hosts have millions.
 */
export class Episodes {
  /** The duration in seconds, as a number of 64 bits, and the feed's number from 1. */
  readonly #table = createNumberTable();
  readonly #feeds: ListedFeed[] = [];
  readonly #endings = new Endings();
  readonly #oddities = new Map<string, Oddities>();
  #size = 0;

  /**
   * Adds the episodes of a feed that have a GUID. Returns the GUIDs that were not known before.
   *
   * @param identity what tells the feed from others: feeds of one owner share their episodes
   */
  addFeed(name: string, items: readonly NamedItem[], identity = composeIdentity(undefined)): string[] {
    const feed = this.#feeds.push({ name, identity });
    for (const [guid, refusal] of refuseSharedGuids(items))
      this.#note(guid, { shared: [...(this.#oddities.get(guid)?.shared ?? []), { feed, refusal }] });
    return items.flatMap(({ guid, badDuration, duration = 0 }) => {
      if (guid === undefined) return [];
      if (badDuration !== undefined) this.#note(guid, { badDuration });
      if (!this.#add(feed, guid, duration)) return [];
      this.#endings.add(guid);
      return [guid];
    });
  }

  /** Finds the GUID with an ending such as `:episode:Ab3_xYz`; undefined if none or several have it. */
  findByEnding(ending: string): string | undefined {
    return this.#endings.findGuid(ending);
  }

  get size(): number {
    return this.#size;
  }

  has(guid: string): boolean {
    return this.findFeed(guid) !== 0;
  }

  /** Returns the number of an episode's feed, from 1; 0 if no feed has it. */
  findFeed(guid: string): number {
    return this.#table.at(guid)[FEED] ?? 0;
  }

  /** Returns the duration of an episode in seconds; undefined if its feed has none, or several. */
  findDuration(guid: string): number | undefined {
    return this.#oddities.get(guid)?.durations ? undefined : readDuration(this.#table.at(guid)) || undefined;
  }

  /** Says what is wrong if an episode's feed gives it several durations. */
  describeConflict(guid: string): string | undefined {
    const durations = this.#oddities.get(guid)?.durations?.map((duration) => `${duration} s`);
    return durations && `The feed has different durations of it, ${AND.format(durations)}.`;
  }

  /** Says what a feed has in place of an episode's duration; undefined if it has one, or nothing. */
  describeBadDuration(guid: string): string | undefined {
    const bad = this.findDuration(guid) === undefined ? this.#oddities.get(guid)?.badDuration : undefined;
    return bad && `The feed says ${describe(bad, MAX_SHOWN)}, which is no duration.`;
  }

  /** Says what is wrong with a GUID that several episodes have, or may have: their charts would be one. */
  findFault(guid: string): GuidFault | undefined {
    const [shared] = this.#oddities.get(guid)?.shared ?? [];
    if (shared) return shared.refusal;
    const owners = this.listOwners(guid);
    return owners.length < 2 ? undefined : refuseOwners(owners);
  }

  /** Lists the GUIDs that a feed gives to several episodes, and why they are refused. */
  listShared(): (readonly [guid: string, refusal: GuidFault])[] {
    return [...this.#oddities].flatMap(([guid, { shared = [] }]) =>
      shared.slice(0, 1).map(({ refusal }) => [guid, refusal] as const),
    );
  }

  /** Lists the first feed that has an episode, and those of other owners; none if no feed has it. */
  listOwners(guid: string): Owner[] {
    const feed = this.findFeed(guid);
    const first = this.#feeds[feed - 1];
    if (!first) return [];
    const { identity = first.identity, rivals = [] } = this.#oddities.get(guid) ?? {};
    return [{ ...first, identity, feed, duration: this.findDuration(guid) ?? 0 }, ...rivals];
  }

  /** Lists all feeds, as for an episode that none of them has. */
  listFeeds(): Owner[] {
    return this.#feeds.map((feed, index) => ({ ...feed, feed: index + 1, duration: 0 }));
  }

  /** Whether all feeds are of one owner. */
  get isOfOneOwner(): boolean {
    const [first, ...others] = this.#feeds;
    return others.every(({ identity }) => first && isOneOwner(first.identity, identity));
  }

  /** The GUIDs that feeds of several owners have. */
  get contested(): string[] {
    return [...this.#oddities].flatMap(([guid, { rivals }]) => (rivals ? guid : []));
  }

  /** Settles that an episode is of some of its feeds, of which the first counts. What the others say of it does not. */
  settle(guid: string, owners: readonly Owner[]): void {
    const [first] = owners;
    if (!first) return;
    const shared = this.#oddities.get(guid)?.shared?.filter(({ feed }) => this.#isOf(feed, owners));
    this.#note(guid, { rivals: undefined, shared });
    if (owners.length > 1) this.#note(guid, { identity: joinIdentities(owners.map(({ identity }) => identity)) });
    const { feed, duration } = first;
    const values = this.#table.at(guid);
    if (values[FEED] === feed) return;
    values[FEED] = feed;
    writeDuration(values, duration);
    this.#note(guid, { durations: undefined, badDuration: undefined });
  }

  /** Checks whether a feed is one of some, or one owner's with one. */
  #isOf(feed: number, owners: readonly Owner[]): boolean {
    const { identity } = this.#feeds[feed - 1] ?? {};
    return owners.some((owner) => owner.feed === feed || (identity && isOneOwner(identity, owner.identity)));
  }

  /** Adds an episode. Returns whether its GUID was not known before. */
  #add(feed: number, guid: string, duration: number): boolean {
    const values = this.#table.at(guid);
    const known = readDuration(values);
    const isNew = values[FEED] === 0;
    if (isNew) {
      this.#size++;
      values[FEED] = feed;
    }
    const [first, other] = [this.#feeds[(values[FEED] ?? 0) - 1], this.#feeds[feed - 1]];
    const isSame = first === other;
    const { rivals = [], shared, durations = [known] } = this.#oddities.get(guid) ?? {};
    if (first && other && !isSame && !isOneOwner(first.identity, other.identity))
      this.#note(guid, { rivals: [...rivals, { ...other, feed, duration }] });
    else if (known === 0) writeDuration(values, duration);
    else if (isSame && duration > 0 && !shared && !durations.includes(duration))
      this.#note(guid, { durations: [...durations, duration] });
    return isNew;
  }

  #note(guid: string, oddities: Oddities): void {
    this.#oddities.set(guid, { ...this.#oddities.get(guid), ...oddities });
  }
}

/** Refuses a GUID of feeds of several owners: they may mean two episodes, whose charts would be one. */
export function refuseOwners(owners: readonly Owner[]): GuidFault {
  const names = [...new Set(owners.map(({ name }) => name))];
  return createFact("in-two-feeds", `Two feeds have this GUID, ${AND.format(names)}.`);
}

/** Refuses the GUIDs of several episodes: of items that differ in title and enclosure. */
function refuseSharedGuids(items: readonly NamedItem[]): Map<string, GuidFault> {
  const firsts = new Map<string, NamedItem>();
  const shared = new Map<string, readonly string[]>();
  for (const item of items) {
    const { guid, title = "" } = item;
    if (guid === undefined) continue;
    const first = firsts.get(guid);
    if (!first) firsts.set(guid, item);
    else if (isOtherEpisode(first, item)) {
      const titles = shared.get(guid) ?? [first.title ?? ""];
      shared.set(guid, titles.length < MAX_NAMED ? [...titles, title] : titles);
    }
  }
  return new Map([...shared].map(([guid, titles]) => [guid, refuseShared(titles)]));
}

function refuseShared(titles: readonly string[]): GuidFault {
  const named = titles.map((title) => describe(title, MAX_SHOWN));
  return createFact(
    "of-several-episodes",
    `The feed has this GUID for several episodes, such as ${AND.format(named)}.`,
  );
}

/** A program may list an episode twice, and a show may correct its title or replace its audio. */
function isOtherEpisode(one: NamedItem, other: NamedItem): boolean {
  if (one.title === undefined || other.title === undefined || one.title === other.title) return false;
  if (one.enclosure === undefined || other.enclosure === undefined || one.enclosure === other.enclosure) return false;
  const [title, otherTitle] = [one.title, other.title].map(normalizeTitle);
  return title === "" || title !== otherTitle;
}

function readDuration(values: Uint32Array): number {
  return new DataView(values.buffer, values.byteOffset).getFloat64(0);
}

function writeDuration(values: Uint32Array, duration: number): void {
  new DataView(values.buffer, values.byteOffset).setFloat64(0, duration);
}
