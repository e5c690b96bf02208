import type { Item } from "../item.ts";
import { logFault } from "../log.ts";
import { mergeSpans, type Span } from "../spans.ts";
import { type ListenId, MAX_POSITION, splitId } from "./listen.ts";
import { unpackSpans } from "./packed-spans.ts";

/**
 * Of an address's listeners, so many count for an episode in a window, and of a listener's listens so many: the first ones
 * by id. An hour that is sent every ten seconds is 360 listens. Without these limits, one address could send more than a
 * run can read.
 */
const MAX_LISTENERS_PER_ADDRESS = 20;
const MAX_LISTENS_PER_LISTENER = 500;

/** Spans of a listener that are held before they are merged, which leaves at most half as many. */
const MAX_SPANS = MAX_POSITION;

/** The listening to one episode in one window. */
export interface Tally {
  readonly guid: string;
  readonly window: string;
  /** The beginning of the ids of its listens: `<window>#<GUID>`. */
  readonly episode: string;
  /** The listeners of each second. */
  readonly counts: Uint32Array;
  /** The listeners by the first second that they heard: whoever begins after the episode's end is none of it. */
  readonly firsts: Uint32Array;
}

/** Listens in the order of their ids, which is by window, episode, address and listener. */
export interface Pages extends AsyncIterable<readonly Item[]> {
  /** Called after each page with what the ids begin with of which no more listens count, if there are such. */
  skip(prefix: string | undefined): void;
}

/**
 * Adds up listens, episode by episode. A listener counts once in each second, however many listens say so. Holds one
 * episode in memory.
 */
export async function* tallyListens(pages: Pages): AsyncGenerator<Tally> {
  const seconds: Seconds = { changes: new Int32Array(MAX_POSITION + 1), firsts: new Uint32Array(MAX_POSITION) };
  let episode: EpisodeTally | undefined;
  for await (const page of pages) {
    for (const item of page) {
      const id = splitId(String(item.id));
      if (episode?.id.episode !== id.episode) {
        if (episode) yield episode.finish();
        episode = new EpisodeTally(id, String(item.guid), seconds);
      }
      episode.add(id, item.spans);
    }
    pages.skip(episode?.findFull());
  }
  if (episode) yield episode.finish();
}

/** Numbers by second. One episode after another uses them. */
interface Seconds {
  /** The listeners who begin to hear at each second, less those who end. */
  readonly changes: Int32Array;
  /** Those of them who heard nothing before it. */
  readonly firsts: Uint32Array;
}

class EpisodeTally {
  readonly id: ListenId;
  readonly #guid: string;
  readonly #seconds: Seconds;
  /** The end of the last second that anybody heard. */
  #length = 0;
  #address: string | undefined;
  #listenersOfAddress = 0;
  #listener: string | undefined;
  #listensOfListener = 0;
  #spans: Span[] = [];

  constructor(id: ListenId, guid: string, seconds: Seconds) {
    this.id = id;
    this.#seconds = seconds;
    this.#guid = guid;
  }

  add({ address, listener }: ListenId, spans: unknown): void {
    if (listener !== this.#listener || address !== this.#address) this.#begin(address, listener);
    if (this.#isListenerFull || this.#isAddressFull) return;
    this.#listensOfListener++;
    for (const span of this.#unpack(spans)) this.#spans.push(span);
    if (this.#spans.length > MAX_SPANS) this.#spans = mergeSpans(this.#spans);
  }

  /** Returns what the ids begin with of which no more listens count; undefined if the next one may count. */
  findFull(): string | undefined {
    const address = `${this.id.episode}#${this.#address}`;
    if (this.#isAddressFull) return address;
    return this.#isListenerFull ? `${address}#${this.#listener}` : undefined;
  }

  get #isListenerFull(): boolean {
    return this.#listensOfListener >= MAX_LISTENS_PER_LISTENER;
  }

  get #isAddressFull(): boolean {
    const isLastFull = this.#isListenerFull && this.#listenersOfAddress === MAX_LISTENERS_PER_ADDRESS;
    return isLastFull || this.#listenersOfAddress > MAX_LISTENERS_PER_ADDRESS;
  }

  finish(): Tally {
    this.#count();
    const { changes, firsts } = this.#seconds;
    let listeners = 0;
    const counts = Uint32Array.from(changes.subarray(0, this.#length), (change) => {
      listeners += change;
      return listeners;
    });
    const { window, episode } = this.id;
    const tally = { guid: this.#guid, window, episode, counts, firsts: firsts.slice(0, this.#length) };
    changes.fill(0);
    firsts.fill(0);
    return tally;
  }

  #begin(address: string, listener: string): void {
    this.#count();
    this.#listenersOfAddress = address === this.#address ? this.#listenersOfAddress + 1 : 1;
    this.#listensOfListener = 0;
    this.#address = address;
    this.#listener = listener;
  }

  /** Counts the listener whose listens have all been added. */
  #count(): void {
    const { changes, firsts } = this.#seconds;
    const spans = mergeSpans(this.#spans);
    for (const { start, end } of spans) {
      increase(changes, start, 1);
      increase(changes, end, -1);
      this.#length = Math.max(this.#length, end);
    }
    const [first] = spans;
    if (first) increase(firsts, first.start, 1);
    this.#spans = [];
  }

  /** Logs a malformed listen, and leaves it out. */
  #unpack(spans: unknown): Span[] {
    try {
      const unpacked = spans instanceof Uint8Array ? unpackSpans(spans) : undefined;
      if (unpacked?.every(({ end }) => end <= MAX_POSITION)) return unpacked;
      throw new TypeError("The attribute spans is not binary, or reaches beyond 48 hours.");
    } catch (cause) {
      const message = `A listen of ${JSON.stringify(this.#guid)} is malformed. It is left out.`;
      logFault(new TypeError(message, { cause }), undefined, { kind: "fault", guid: this.#guid });
      return [];
    }
  }
}

function increase(numbers: Int32Array | Uint32Array, second: number, by: number): void {
  numbers[second] = Number(numbers[second]) + by;
}
