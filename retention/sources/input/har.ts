import { decodeUtf8 } from "../../../lib/bytes.ts";
import { CUT_OFF, InputError } from "../base/refusals.ts";
import type { ByteRange, Scanner } from "./batches.ts";
import { ValueScanner } from "./values.ts";

/** How a HAR file begins (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/). */
const START = /^\s*\{\s*"log"\s*:\s*\{/;

const SAVE_AGAIN = "Save it again from the browser's Network panel.";

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

/** Finds the entries of a HAR file, each of which is a request with its response: the values in `log.entries`. */
export class HarScanner implements Scanner {
  readonly #entries = new ValueScanner(true, true);
  /** The string that was read last. Before a bracket within an object, that is the name of a member. */
  #string = "";
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasEntries = false;

  get open() {
    return this.#entries.open;
  }

  get isBroken(): boolean {
    return this.#entries.isBroken;
  }

  scan(bytes: Uint8Array, from: number, end: number, spans: ByteRange[]): void {
    let at = from;
    for (; at < end && !this.#hasEntries; at++) this.#scanBefore(bytes[at] ?? 0);
    if (!this.#hasEntries) this.open.start = end;
    // The bracket is the first byte of the array.
    else this.#entries.scan(bytes, at > from ? at - 1 : at, end, spans);
  }

  finish(record: Uint8Array | undefined, spans: ByteRange[]): InputError | undefined {
    this.#entries.finish(record, spans);
    if (!this.#hasEntries) return new InputError(`It has no log.entries. ${SAVE_AGAIN}`);
    if (this.isBroken) return new InputError(`It is damaged between its entries. ${SAVE_AGAIN}`);
    return this.#entries.isCutOff ? new InputError(`It ends in the middle. ${CUT_OFF}`) : undefined;
  }

  /** Looks for the bracket that opens the entries. */
  #scanBefore(byte: number): void {
    if (this.#isInString) this.#scanString(byte);
    else if (byte === QUOTE) {
      this.#isInString = true;
      this.#string = "";
    } else if (OPENING.includes(byte)) {
      this.#hasEntries = byte === OPENING_BRACKET && this.#depth === LOG_DEPTH && this.#string === ENTRIES;
      this.#depth++;
    } else if (CLOSING.includes(byte)) this.#depth--;
  }

  #scanString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    // Longer ones are no names.
    if (this.#isInString && this.#string.length <= ENTRIES.length) this.#string += String.fromCharCode(byte);
  }
}
