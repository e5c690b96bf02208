import type { FeedItem } from "./item-parser.ts";

const AND = new Intl.ListFormat("en");

/**
 * The episodes of any number of feeds, by GUID. It holds nothing else of a feed: a GUID and two numbers each, of which a
 * large host has millions.
 */
export class Episodes {
  /** Places in the lists, by GUID. */
  readonly #places = new Map<string, number>();
  /** Seconds; 0 if the feed has no valid duration. */
  readonly #durations: number[] = [];
  /** Numbers of the feeds. */
  readonly #feeds: number[] = [];
  readonly #names: string[] = [];
  /** The second feed of the GUIDs that several have. */
  readonly #rivals = new Map<string, string>();
  /** All durations of the GUIDs to which a feed gives several. */
  readonly #conflicts = new Map<string, number[]>();

  /** Adds the episodes of a feed that have a GUID. */
  addFeed(name: string, items: Iterable<Pick<FeedItem, "guid" | "duration">>): void {
    const feed = this.#names.push(name) - 1;
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
    const first = this.#names[this.#feeds[this.#places.get(guid) ?? -1] ?? -1] ?? "";
    return `Two feeds have this GUID, ${AND.format([first, rival])}. Correct one, or leave it out.`;
  }

  #add(feed: number, guid: string, duration: number): void {
    const place = this.#places.get(guid);
    if (place === undefined) {
      this.#places.set(guid, this.#durations.push(duration) - 1);
      this.#feeds.push(feed);
    } else if (this.#feeds[place] !== feed) this.#rivals.set(guid, this.#names[feed] ?? "");
    else if (!this.#durations[place]) this.#durations[place] = duration;
    else if (duration > 0) this.#addDuration(guid, this.#durations[place], duration);
  }

  #addDuration(guid: string, first: number, other: number): void {
    const durations = this.#conflicts.get(guid) ?? [first];
    if (!durations.includes(other)) this.#conflicts.set(guid, [...durations, other]);
  }
}
