import { MAX_POSITION } from "../listening-events.ts";
import { logFault } from "../log.ts";
import type { ListenId } from "./listen-item.ts";
import { Passages } from "./passages.ts";

/**
 * Limits per episode and window; later listens are ignored, in the order of their ids. {@link Passages} bounds a listener's
 * passages. An hour that is sent every ten seconds is 360 listens. Without these limits, one address could send more than a
 * run can read.
 */
const MAX_LISTENERS_PER_ADDRESS = 20;
const MAX_LISTENS_PER_LISTENER = 500;

/**
 * The limit of an episode's bytes in a window; later listens are ignored, in an order of hashes that nobody can choose. A
 * run can read so much in seven minutes: DynamoDB reads 12 MB a second from one of its partitions, consistently.
 */
export const MAX_EPISODE_BYTES = 5e9;

/** The bytes of a listen's item without its GUID and spans. */
const ITEM_BYTES = 190;

/** The listening to one episode in one window. */
export interface Tally {
  readonly guid: string;
  readonly window: string;
  /** The beginning of the ids of its listens: `<window>#<GUID>`, the GUID as a hash. */
  readonly episode: string;
  /** The listeners of each second. */
  readonly counts: Uint32Array;
  /** The listeners by the first second that they heard. */
  readonly firsts: Uint32Array;
}

type Buffers = ReturnType<typeof createBuffers>;

/** Creates what one episode after another uses. */
export function createBuffers() {
  return {
    /** By second: the listeners who begin to hear at each second, less those who end. */
    changes: new Int32Array(MAX_POSITION + 1),
    /** By second: the listeners who heard nothing before it. */
    firsts: new Uint32Array(MAX_POSITION),
    /** Of the listener whose listens are being read. */
    passages: new Passages(),
  };
}

/** Adds up the listens of one episode and window, in the order of their ids. Until it has finished, no other may use its buffers. */
export class EpisodeTally {
  readonly id: ListenId;
  readonly #guid: string;
  readonly #buffers: Buffers;
  /** Read so far, whether they count or not. */
  #bytes = 0;
  /** The end of the last second that anybody heard. */
  #length = 0;
  #address: string | undefined;
  #listenersOfAddress = 0;
  #listener: string | undefined;
  #listensOfListener = 0;
  #isListenerFull = false;

  constructor(id: ListenId, guid: string, buffers: Buffers) {
    this.id = id;
    this.#buffers = buffers;
    this.#guid = guid;
  }

  add({ address, listener }: ListenId, spans: unknown): void {
    if (this.#isFull) return;
    this.#bytes += ITEM_BYTES + this.#guid.length + (spans instanceof Uint8Array ? spans.length : 0);
    if (this.#isFull) {
      this.#log("has more than 5 GB of listens in a window. The rest is not counted");
      return;
    }
    if (listener !== this.#listener || address !== this.#address) this.#begin(address, listener);
    if (this.#isListenerFull || this.#isAddressFull) return;
    const isTooMuch = !this.#unpack(spans);
    this.#isListenerFull = isTooMuch || ++this.#listensOfListener === MAX_LISTENS_PER_LISTENER;
  }

  /** Returns the prefix of the ids that no longer count; undefined if the next listen may count. */
  findFull(): string | undefined {
    if (this.#isFull) return this.id.episode;
    const address = `${this.id.episode}#${this.#address}`;
    if (this.#isAddressFull) return address;
    return this.#isListenerFull ? `${address}#${this.#listener}` : undefined;
  }

  get #isFull(): boolean {
    return this.#bytes > MAX_EPISODE_BYTES;
  }

  get #isAddressFull(): boolean {
    const isLastFull = this.#isListenerFull && this.#listenersOfAddress === MAX_LISTENERS_PER_ADDRESS;
    return isLastFull || this.#listenersOfAddress > MAX_LISTENERS_PER_ADDRESS;
  }

  finish(): Tally {
    this.#countListener();
    const { changes, firsts } = this.#buffers;
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
    this.#countListener();
    this.#listenersOfAddress = address === this.#address ? this.#listenersOfAddress + 1 : 1;
    this.#listensOfListener = 0;
    this.#isListenerFull = false;
    this.#address = address;
    this.#listener = listener;
  }

  /** Counts the listener whose listens have all been added. */
  #countListener(): void {
    const { changes, firsts, passages } = this.#buffers;
    let isFirst = true;
    passages.drain((start, end) => {
      if (isFirst) increase(firsts, start, 1);
      isFirst = false;
      increase(changes, start, 1);
      increase(changes, end, -1);
      this.#length = Math.max(this.#length, end);
    });
  }

  /** Logs a malformed listen, and leaves it out. @returns false if its listener has too many passages with it */
  #unpack(spans: unknown): boolean {
    try {
      if (spans instanceof Uint8Array) return this.#buffers.passages.add(spans);
      throw new TypeError("The attribute spans is not binary.");
    } catch (cause) {
      this.#log("has a malformed listen. It is left out", { cause });
      return true;
    }
  }

  #log(problem: string, options?: ErrorOptions): void {
    const error = new TypeError(`The episode ${JSON.stringify(this.#guid)} ${problem}.`, options);
    logFault(error, undefined, { guid: this.#guid });
  }
}

function increase(numbers: Int32Array | Uint32Array, second: number, by: number): void {
  numbers[second] = Number(numbers[second]) + by;
}
