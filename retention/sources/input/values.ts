import { decodeUtf8 } from "../../../lib/bytes.ts";
import { InputError } from "../base/refusals.ts";
import { ArrayGrammar, isSeparator } from "./array-grammar.ts";
import { type ByteRange, isSpace, type Scanner } from "./batches.ts";

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Square and curly brackets differ in one bit. */
const BRACKET = 0xff - 0x20;
const OPENING = 0x5b;
const CLOSING = 0x5d;

/** The member of a HAR file's `log` that has its entries, and the depth of that member. */
const ENTRIES = "entries";
const ENTRIES_DEPTH = 2;

/**
 * How records are laid out: one after another, `{…} {…}`; in an array, `[{…}, {…}]`; or in a HAR file's `log.entries`,
 * `{"log": {"pages": […], "entries": [{…}, {…}], …}}`: what is before it and behind it is not checked.
 */
type Layout = "sequence" | "array" | "entries";

/**
 * Finds the records in JSON values, with any white space. Checks only brackets, whose kinds need not match, strings, and what
 * separates records. All else is left to the parser of a record, as is a stray `}`, or comma in a sequence: there, `,{…}` is a record.
 */
export class ValueScanner implements Scanner {
  readonly open = { start: 0, line: 1 };
  /** Follows the array around the records; undefined in a sequence. */
  readonly #array: ArrayGrammar | undefined;
  /** Whether more than white space may follow the array. */
  readonly #hasRest: boolean;
  /** Whether the array is looked for, and the beginning of the last string before it: before a bracket, that is the name of a member. */
  #isBefore: boolean;
  #name = "";
  #line = 1;
  /** Number of open brackets in the record. */
  #depth = 0;
  #isInRecord = false;
  #isInString = false;
  #isEscaped = false;
  /** Whether what follows is not looked at: the rest after an inner array, or after a fault. */
  #isOver = false;
  #fault: InputError | undefined;

  constructor(layout: Layout) {
    this.#array = layout === "sequence" ? undefined : new ArrayGrammar();
    this.#hasRest = layout === "entries";
    this.#isBefore = this.#hasRest;
  }

  /** Whether the entries were found. */
  get hasEntries(): boolean {
    return !this.#isBefore;
  }

  get isBroken(): boolean {
    return this.#fault !== undefined;
  }

  /** Whether more must come: a bracket, or the end of a string. */
  get isCutOff(): boolean {
    return this.#depth > 0 || this.#isInString || (this.#array !== undefined && !this.#array.isClosed);
  }

  scan(bytes: Uint8Array, from: number, end: number, spans: ByteRange[]): void {
    for (let at = from; at < end && !this.#isOver; at++) {
      if (this.#isInString) at = this.#scanString(bytes, at, end);
      else this.#scanOutside(bytes[at] ?? 0, at, spans);
    }
    if (!this.#isInRecord) this.open.start = end;
  }

  finish(record: Uint8Array | undefined, spans: ByteRange[]): InputError | undefined {
    const line = this.#isInRecord ? this.open.line : this.#line;
    if (this.isCutOff) return this.#fault ?? new InputError("cut-off", "It ends in the middle.", { line });
    // One that was too long to be kept has a range, too, by which it is refused.
    this.#endRecord(this.open.start + (record?.length ?? 0), spans);
    return this.#fault;
  }

  /** Scans to the quote that ends a string, or to the end of the bytes. Returns where that is. */
  #scanString(bytes: Uint8Array, from: number, end: number): number {
    let isEscaped = this.#isEscaped;
    let at = from;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) break;
    }
    this.#isEscaped = isEscaped;
    this.#isInString = at === end;
    if (this.#isBefore) this.#readName(bytes.subarray(from, at));
    return at;
  }

  #scanOutside(byte: number, at: number, spans: ByteRange[]): void {
    if (byte === NEWLINE) this.#line++;
    if (this.#isBefore) this.#scanBefore(byte);
    else if (this.#depth === 0) this.#scanBetween(byte, at, spans);
    else if (byte === QUOTE) this.#isInString = true;
    else if ((byte & BRACKET) === OPENING) this.#depth++;
    else if ((byte & BRACKET) === CLOSING && --this.#depth === 0) this.#endRecord(at + 1, spans);
  }

  #scanBefore(byte: number): void {
    if (byte === QUOTE) {
      this.#isInString = true;
      this.#name = "";
    } else if ((byte & BRACKET) === CLOSING) this.#depth--;
    else if ((byte & BRACKET) === OPENING) {
      const isOfEntries = this.#depth === ENTRIES_DEPTH && this.#name === ENTRIES;
      this.#isBefore = !isOfEntries || this.#array?.take(byte) !== undefined;
      this.#depth = this.#isBefore ? this.#depth + 1 : 0;
    }
  }

  /** One character more than the name is enough to differ from it. */
  #readName(part: Uint8Array): void {
    const more = ENTRIES.length + 1 - this.#name.length;
    this.#name += decodeUtf8(part.subarray(0, more));
  }

  /** Scans a byte outside all brackets of records. Values without brackets, such as `7`, end there. */
  #scanBetween(byte: number, at: number, spans: ByteRange[]): void {
    if (isSpace(byte)) this.#endRecord(at, spans);
    else if (this.#array === undefined) this.#scanRecord(byte, at);
    else {
      const isOfArray = isSeparator(byte);
      if (isOfArray) this.#endRecord(at, spans);
      if (!isOfArray && (this.#isInRecord || this.#array.canHaveValue)) this.#scanRecord(byte, at);
      else this.#takeOfArray(this.#array, byte);
    }
  }

  #takeOfArray(array: ArrayGrammar, byte: number): void {
    const fault = array.take(byte);
    if (fault !== undefined) this.#fault = new InputError("invalid-array", fault, { line: this.#line });
    this.#isOver = this.isBroken || (this.#hasRest && array.isClosed);
  }

  #scanRecord(byte: number, at: number): void {
    if (!this.#isInRecord) {
      this.#isInRecord = true;
      this.open.start = at;
      this.open.line = this.#line;
    }
    if (byte === QUOTE) this.#isInString = true;
    if ((byte & BRACKET) === OPENING) this.#depth = 1;
  }

  #endRecord(end: number, spans: ByteRange[]): void {
    if (!this.#isInRecord) return;
    spans.push({ ...this.open, end });
    this.#isInRecord = false;
    this.#array?.endValue();
  }
}
