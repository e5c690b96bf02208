import type { Span } from "../../../lib/spans.ts";

/** Bytes of a number in an array, and in a typed array of 32 bits. */
const ARRAY_BYTES = 8;
const TYPED_BYTES = 4;

/**
 * Counts the listeners of each second of an episode. It takes memory for what was heard, and at most four bytes for each
 * second: a session of one minute does not take an hour's memory.
 */
export class SecondCounts {
  readonly #seconds: number;
  /** Starts and ends, in turn. */
  #spans: number[] = [];
  /** By how much each second's count differs from that of the second before; undefined as long as spans take less. */
  #changes: Int32Array | undefined;

  /** @param seconds the length of the episode in whole seconds */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Adds a listener. Seconds after the end of the episode don't count. */
  add(spans: readonly Span[]): void {
    for (const { start, end } of spans)
      if (start < this.#seconds) this.#spans.push(start, Math.min(end, this.#seconds));
    if (!this.#changes && this.#spans.length * ARRAY_BYTES <= this.#seconds * TYPED_BYTES) return;
    this.#changes = this.#fold();
    this.#spans = [];
  }

  /** Computes the number of listeners of each second, once all are added. */
  compute(): Uint32Array {
    const changes = this.#fold();
    let listeners = 0;
    return Uint32Array.from({ length: this.#seconds }, (_, second) => {
      listeners += changes[second] ?? 0;
      return listeners;
    });
  }

  /** Adds the spans to the changes, which it may change. */
  #fold(): Int32Array {
    const changes = this.#changes ?? new Int32Array(this.#seconds + 1);
    this.#spans.forEach((second, index) => {
      changes[second] = (changes[second] ?? 0) + (index % 2 === 0 ? 1 : -1);
    });
    return changes;
  }
}
