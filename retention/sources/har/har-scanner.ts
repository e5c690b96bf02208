import { decodeUtf8 } from "../../../lib/bytes.ts";
import { InputError } from "../base/refusals.ts";
import type { ByteRange, Scanner } from "../input/batches.ts";
import { ValueScanner } from "../input/values.ts";

/** How a HAR file begins (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/). Some programs put texts first, such as `$schema`. */
const START = /^\s*\{(?:\s*"[^"]*"\s*:\s*"[^"]*"\s*,)*\s*"log"\s*:\s*\{/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** The member that has the entries, and the depth of the members of `log`, with which a HAR file begins. */
const ENTRIES = "entries";
const LOG_DEPTH = 2;

/** Checks from the beginning of a source whether it is a HAR file, in which a browser saves what a page loaded. */
export function isHar(head: Uint8Array): boolean {
  return START.test(decodeUtf8(head));
}

/**
 * Finds the entries of a HAR file, each of which is a request with its response: the values in `log.entries`. What is before them
 * is not checked. It looks for the array first, and from its bracket on for the values in it, whose lines are counted from there:
 *
 *     {"log": {"version": "1.2", "pages": […], "entries": [{"request": …}, {"request": …}]}}
 */
export class HarScanner implements Scanner {
  readonly #finder = new EntriesFinder();
  readonly #entries = new ValueScanner("inner array");

  get open() {
    return this.#entries.open;
  }

  get isBroken(): boolean {
    return this.#entries.isBroken;
  }

  scan(bytes: Uint8Array, from: number, end: number, spans: ByteRange[]): void {
    const start = this.#finder.isFound ? from : this.#finder.find(bytes, from, end);
    this.#entries.scan(bytes, start, end, spans);
  }

  finish(record: Uint8Array | undefined, spans: ByteRange[]): InputError | undefined {
    if (!this.#finder.isFound) return new InputError("damaged-har", "It has no log.entries.");
    const fault = this.#entries.finish(record, spans);
    if (this.isBroken) return new InputError("damaged-har", "It is damaged between its entries.");
    // Nothing else is wrong with what is not broken.
    return fault && new InputError("cut-off", "It ends in the middle.");
  }
}

/** Looks for the array of entries in consecutive chunks of a HAR file. */
class EntriesFinder {
  isFound = false;
  /** The string that was read last, or its beginning. Before a bracket within an object, that is the name of a member. */
  #string = "";
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Returns where the bracket is that opens the entries; `end` if it is not in the bytes up to there. */
  find(bytes: Uint8Array, from: number, end: number): number {
    for (let at = from; at < end; at++) {
      this.#scan(bytes[at] ?? 0);
      if (this.isFound) return at;
    }
    return end;
  }

  #scan(byte: number): void {
    if (this.#isInString) this.#scanString(byte);
    else if (byte === QUOTE) {
      this.#isInString = true;
      this.#string = "";
    } else if (OPENING.includes(byte)) {
      this.isFound = byte === OPENING_BRACKET && this.#depth === LOG_DEPTH && this.#string === ENTRIES;
      this.#depth++;
    } else if (CLOSING.includes(byte)) this.#depth--;
  }

  #scanString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    // One character more than the name is enough to differ from it.
    if (this.#isInString && this.#string.length <= ENTRIES.length) this.#string += String.fromCharCode(byte);
  }
}
