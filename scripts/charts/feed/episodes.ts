import type { FeedItem } from "./item-parser.ts";

/** A feed that was added. */
interface AddedFeed {
  readonly name: string;
  /** The place of its first episode. */
  readonly start: number;
}

const AND = new Intl.ListFormat("en");

/**
 * The episodes of any number of feeds, by GUID. It holds a GUID and a duration of each, and nothing else: large
 * hosts have millions.
 */
export class Episodes {
  /** Places in the lists, by GUID. */
  readonly #places = new Map<string, number>();
  /** Seconds; 0 if the feed has no valid duration. */
  readonly #durations: number[] = [];
  readonly #feeds: AddedFeed[] = [];
  /** The second feed of the GUIDs that several have. */
  readonly #rivals = new Map<string, string>();
  /** All durations of the GUIDs to which a feed gives several. */
  readonly #conflicts = new Map<string, number[]>();

  /** Adds the episodes of a feed that have a GUID. */
  addFeed(name: string, items: Iterable<Pick<FeedItem, "guid" | "duration">>): void {
    const feed = { name, start: this.#durations.length };
    this.#feeds.push(feed);
    for (const { guid, duration = 0 } of items) if (guid !== undefined) this.#add(feed, guid, duration);
  }

  get size(): number {
    return this.#places.size;
  }

  has(guid: string): boolean {
    return this.#places.has(guid);
  }

  /** The GUIDs. */
  [Symbol.iterator](): Iterator<string> {
    return this.#places.keys();
  }

  /** Returns the duration of an episode in seconds; undefined if its feed has none, or several. */
  findDuration(guid: string): number | undefined {
    if (this.#conflicts.has(guid)) return undefined;
    return this.#durations[this.#places.get(guid) ?? -1] || undefined;
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
    const place = this.#places.get(guid) ?? 0;
    const first = this.#feeds.findLast(({ start }) => start <= place);
    return `Two feeds have this GUID, ${AND.format([first?.name ?? "", rival])}. Correct one, or leave it out.`;
  }

  #add({ name, start }: AddedFeed, guid: string, duration: number): void {
    const place = this.#places.get(guid);
    if (place === undefined) this.#places.set(guid, this.#durations.push(duration) - 1);
    else if (place < start) this.#rivals.set(guid, name);
    else if (!this.#durations[place]) this.#durations[place] = duration;
    else if (duration > 0) this.#addDuration(guid, this.#durations[place], duration);
  }

  #addDuration(guid: string, first: number, other: number): void {
    const durations = this.#conflicts.get(guid) ?? [first];
    if (!durations.includes(other)) this.#conflicts.set(guid, [...durations, other]);
  }
}
