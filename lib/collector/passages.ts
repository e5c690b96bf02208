import { MAX_POSITION } from "../listening-events.ts";
import { visitSpans } from "./packed-spans.ts";

/** The most passages of a listener that count: 500 listens of 100 passages each, or 100 listens of 500. */
const MAX_PASSAGES = 50_000;

/** More than any position, so that a passage's start and end fit into one number, which sorts by the start. */
const BASE = 2 ** 18;

/** The passages of a listener, collected from listens, which overlap. */
export class Passages {
  readonly #all = new Float64Array(MAX_PASSAGES);
  #size = 0;
  #listens = 0;

  /**
   * Adds the spans of a listen, as they are packed.
   *
   * @returns false, and adds nothing, if there would be too many
   * @throws RangeError if they are malformed, and adds nothing
   */
  add(packed: Uint8Array): boolean {
    let size = this.#size;
    visitSpans(packed, (start, end) => {
      if (end > MAX_POSITION) throw new RangeError("A span reaches beyond 48 hours.");
      this.#all[size] = start * BASE + end;
      return size++ < MAX_PASSAGES;
    });
    if (size > MAX_PASSAGES) return false;
    this.#size = size;
    this.#listens++;
    return true;
  }

  /** Removes all, and visits what they cover together: merged spans in ascending order. */
  drain(visit: (start: number, end: number) => void): void {
    const all = this.#all.subarray(0, this.#size);
    // The spans of one listen are in order.
    if (this.#listens > 1) all.sort();
    let [start, end] = [0, 0];
    for (const passage of all) {
      const next = Math.floor(passage / BASE);
      if (next > end) {
        if (end > start) visit(start, end);
        start = next;
      }
      end = Math.max(end, passage % BASE);
    }
    if (end > start) visit(start, end);
    this.#size = 0;
    this.#listens = 0;
  }
}
