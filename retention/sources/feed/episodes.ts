import { DigestTable } from "#digest-table";
import type { FeedItem } from "./item-parser.ts";

/** Place of the feed's number in the values of a GUID. The duration is before it. */
const FEED = 2;

const AND = new Intl.ListFormat("en");

/**
 * What any number of feeds say of their episodes, by GUID. It holds a digest, a duration and a feed's number of each:
 * large hosts have millions.
 */
export class Episodes {
  /** The duration in seconds, as a number of 64 bits, and the feed's number from 1. */
  readonly #table = new DigestTable();
  readonly #feeds: string[] = [];
  /** The second feed of the GUIDs that several have. */
  readonly #rivals = new Map<string, string>();
  /** All durations of the GUIDs to which a feed gives several. */
  readonly #conflicts = new Map<string, number[]>();
  #size = 0;

  /** Adds the episodes of a feed that have a GUID. Returns the GUIDs that were not known before. */
  addFeed(name: string, items: readonly Pick<FeedItem, "guid" | "duration">[]): string[] {
    const feed = this.#feeds.push(name);
    return items.flatMap(({ guid, duration = 0 }) =>
      guid !== undefined && this.#add(feed, guid, duration) ? [guid] : [],
    );
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
    return this.#conflicts.has(guid) ? undefined : readDuration(this.#table.at(guid)) || undefined;
  }

  /** Says what is wrong if an episode's feed gives it several durations. */
  describeConflict(guid: string): string | undefined {
    const durations = this.#conflicts.get(guid)?.map((duration) => `${duration} s`);
    return durations && `The feed has different durations of it, ${AND.format(durations)}. Correct the feed.`;
  }

  /** Says what is wrong if two feeds have an episode's GUID: they may mean two episodes, whose charts would be one. */
  describeRivals(guid: string): string | undefined {
    const rival = this.#rivals.get(guid);
    if (rival === undefined) return undefined;
    const first = this.#feeds[this.findFeed(guid) - 1] ?? "";
    return `Two feeds have this GUID, ${AND.format([first, rival])}. Correct one, or leave it out.`;
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
    if (values[FEED] !== feed) this.#rivals.set(guid, this.#feeds[feed - 1] ?? "");
    else if (known === 0) writeDuration(values, duration);
    else if (duration > 0) this.#addDuration(guid, known, duration);
    return isNew;
  }

  #addDuration(guid: string, first: number, other: number): void {
    const durations = this.#conflicts.get(guid) ?? [first];
    if (!durations.includes(other)) this.#conflicts.set(guid, [...durations, other]);
  }
}

function readDuration(values: Uint32Array): number {
  return new DataView(values.buffer, values.byteOffset).getFloat64(0);
}

function writeDuration(values: Uint32Array, duration: number): void {
  new DataView(values.buffer, values.byteOffset).setFloat64(0, duration);
}
