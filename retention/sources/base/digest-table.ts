import { hash } from "node:crypto";
import type { NumberTable } from "./platform.ts";

/** Words of 32 bits of a key's digest. */
const KEY_WORDS = 4;

/** Numbers of a text, unless there are more. */
const DEFAULT_NUMBERS = 4;

const SHARDS = 256;
const FIRST_SLOTS = 16;
/** Share of the slots that are filled before a shard grows, and how much it grows then. */
const MAX_LOAD = 0.75;
const GROWTH = 1.5;

export const createNumberTable = (): NumberTable => new DigestTable();

/**
 * {@link NumberTable} on Node.js. It keeps digests of 128 bits only: with four numbers, about 43 to 64 bytes a text. With a Map of texts
 * in its place, an import's highest memory was 455 MB for 350 of a million sessions, 565 for 430 with 500,000 copies among them, and
 * 766 for 503 of a million charts. Its twin is studio/browser/text-table.ts.
 */
export class DigestTable implements NumberTable {
  readonly #shards: readonly Shard[];

  /** @param numbers of a text, 32 bits each */
  constructor(numbers = DEFAULT_NUMBERS) {
    this.#shards = Array.from({ length: SHARDS }, () => new Shard(KEY_WORDS + numbers));
  }

  at(text: string): Uint32Array {
    const digest = hash("sha256", text, "buffer");
    const key = [0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset));
    // 0 marks a free slot.
    key[0] ||= 1;
    const shard = this.#shards[digest.readUInt8(KEY_WORDS * 4)];
    if (!shard) throw new RangeError("A byte is below 256.");
    return shard.at(key);
  }
}

/** Computes the first 64 bits of the SHA-256 digest of numbers, as two words. Pages need none: they count no sessions. */
export function digestNumbers(numbers: Float64Array): [number, number] {
  const digest = hash("sha256", numbers, "buffer");
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}

/** A part of the table. It grows on its own, so that only a small part is in memory twice. */
class Shard {
  /** A key and its numbers. */
  readonly #slotWords: number;
  #slots: Uint32Array;
  #filled = 0;

  constructor(slotWords: number) {
    this.#slotWords = slotWords;
    this.#slots = new Uint32Array(FIRST_SLOTS * slotWords);
  }

  at(key: readonly number[]): Uint32Array {
    if (this.#filled >= (this.#slots.length / this.#slotWords) * MAX_LOAD) this.#grow();
    const start = this.#findSlot(this.#slots, key);
    if (this.#slots[start] === 0) {
      this.#slots.set(key, start);
      this.#filled++;
    }
    return this.#slots.subarray(start + KEY_WORDS, start + this.#slotWords);
  }

  #grow(): void {
    const old = this.#slots;
    const grown = new Uint32Array(Math.ceil((old.length / this.#slotWords) * GROWTH) * this.#slotWords);
    for (let start = 0; start < old.length; start += this.#slotWords) {
      if (old[start] === 0) continue;
      const slot = old.subarray(start, start + this.#slotWords);
      grown.set(slot, this.#findSlot(grown, slot));
    }
    this.#slots = grown;
  }

  /** Finds the place of a key in slots of which at least one is free. */
  #findSlot(slots: Uint32Array, key: ArrayLike<number>): number {
    const first = ((key[0] ?? 0) * this.#slotWords) % slots.length;
    for (let start = first; ; start = (start + this.#slotWords) % slots.length) {
      if (slots[start] === 0) return start;
      if (
        slots[start] === key[0] &&
        slots[start + 1] === key[1] &&
        slots[start + 2] === key[2] &&
        slots[start + 3] === key[3]
      )
        return start;
    }
  }
}
