import { computeCountsEnd } from "../../../lib/episode/counts.ts";
import type { Span } from "../../../lib/spans.ts";

/** Bytes of a number in an array, and in a typed array of 32 bits. */
const ARRAY_BYTES = 8;
const TYPED_BYTES = 4;

/**
 * Counts the listeners of each second of an episode, up to the last second heard (see {@link computeCountsEnd}): the
 * duration of the episode may be corrected later. Positions far beyond, such as milliseconds, would take any amount of
 * memory. It takes memory for what was heard, and at most four bytes for each second: a session of one minute does not
 * take an hour's memory.
 */
export class SecondCounts {
  readonly #limit: number;
  /** Starts and ends, in turn. */
  #spans: number[] = [];
  /** The end of the last second heard. */
  #reach = 0;
  /** By how much each second's count differs from that of the second before; undefined as long as spans take less. */
  #changes: Int32Array | undefined;

  /** @param duration of the episode, in seconds */
  constructor(duration: number) {
    this.#limit = computeCountsEnd(duration);
  }

  /** Adds a listener. */
  add(spans: readonly Span[]): void {
    for (const { start, end } of spans) {
      if (start >= this.#limit) continue;
      const last = Math.min(end, this.#limit);
      this.#spans.push(start, last);
      this.#reach = Math.max(this.#reach, last);
    }
    if (!this.#changes && this.#spans.length * ARRAY_BYTES <= this.#reach * TYPED_BYTES) return;
    this.#changes = this.#fold();
    this.#spans = [];
  }

  /** Computes the number of listeners of each second up to the last one heard, once all are added. */
  compute(): Uint32Array {
    const changes = this.#fold();
    let listeners = 0;
    return Uint32Array.from({ length: this.#reach }, (_, second) => {
      listeners += changes[second] ?? 0;
      return listeners;
    });
  }

  /** Adds the spans to the changes, which it may change. */
  #fold(): Int32Array {
    const changes = this.#grow();
    this.#spans.forEach((second, index) => {
      changes[second] = (changes[second] ?? 0) + (index % 2 === 0 ? 1 : -1);
    });
    return changes;
  }

  #grow(): Int32Array {
    const known = this.#changes;
    if (known && known.length > this.#reach) return known;
    const changes = new Int32Array(this.#reach + 1);
    if (known) changes.set(known);
    return changes;
  }
}
