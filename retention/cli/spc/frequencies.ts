import { hash, randomBytes } from "node:crypto";

/** Counters of each row, as a power of two. Two rows take 16 MB. */
const BITS = 22;

const MOST = 65_535;

/**
 * Counts how often each of any number of texts was added, in bounded memory (Cormode and Muthukrishnan, "An improved data stream
 * summary: the count-min sketch"). A count is never too low.
 */
export class Frequencies {
  /** Nobody can choose texts that share a counter. */
  readonly #salt = randomBytes(16).toString("hex");
  readonly #rows = [new Uint16Array(1 << BITS), new Uint16Array(1 << BITS)];

  /** Adds a text so many times. Returns how often it was added. */
  add(text: string, times: number): number {
    const digest = hash("sha256", `${this.#salt}${text}`, "buffer");
    const counts = this.#rows.map((row, index) => {
      const at = digest.readUInt32LE(4 * index) >>> (32 - BITS);
      row[at] = Math.min(Number(row[at]) + times, MOST);
      return Number(row[at]);
    });
    return Math.min(...counts);
  }
}
