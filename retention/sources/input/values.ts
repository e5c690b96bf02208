import { decodeUtf8 } from "../../../lib/bytes.ts";
import { InputError } from "../base/refusals.ts";
import { type ByteRange, isSpace, type Scanner } from "./batches.ts";

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const COMMA = 0x2c;

/** Square and curly brackets differ in one bit. */
const BRACKET = 0xff - 0x20;
const OPENING = 0x5b;
const CLOSING = 0x5d;

/** What may come next in a JSON array, outside its values (RFC 8259, section 5). */
type NextToken = '"["' | 'a record or "]"' | "a record" | 'a comma or "]"' | typeof END;
const END = "nothing after the array";

/** The member of a HAR file's `log` that has its entries, and the depth of that member. */
const ENTRIES = "entries";
const ENTRIES_DEPTH = 2;

/**
 * How records are laid out: one after another, `{…} {…}`; in an array, `[{…}, {…}]`; or in a HAR file's `log.entries`,
 * `{"log": {"pages": […], "entries": [{…}, {…}], …}}`: what is before it and behind it is not checked.
 */
type Layout = keyof typeof FIRST_TOKENS;
const FIRST_TOKENS = { sequence: undefined, array: '"["', entries: 'a record or "]"' } as const;

/**
 * Finds the records in JSON values, with any white space. Checks only brackets, whose kinds need not match, strings, and what
 * separates records. All else is left to the parser of a record, as is a stray `}`, or comma in a sequence: there, `,{…}` is a record.
 */
export class ValueScanner implements Scanner {
  readonly open = { start: 0, line: 1 };
  /** What may come next in the array around the records; undefined in a sequence. */
  #expected: NextToken | undefined;
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
    this.#expected = FIRST_TOKENS[layout];
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
    return this.#depth > 0 || this.#isInString || (this.#expected !== undefined && this.#expected !== END);
  }

  scan(bytes: Uint8Array, from: number, spans: ByteRange[]): void {
    for (let at = from; at < bytes.length && !this.#isOver; at++) {
      if (this.#isInString) at = this.#scanString(bytes, at);
      else this.#scanOutside(bytes[at] ?? 0, at, spans);
    }
    if (!this.#isInRecord) this.open.start = bytes.length;
  }

  finish(record: Uint8Array | undefined, spans: ByteRange[]): InputError | undefined {
    const line = this.#isInRecord ? this.open.line : this.#line;
    if (this.isCutOff) return this.#fault ?? new InputError("cut-off", "It ends in the middle.", { line });
    // One that was too long to be kept has a range, too, by which it is refused.
    this.#endRecord(this.open.start + (record?.length ?? 0), spans);
    return this.#fault;
  }

  /** Scans to the quote that ends a string, or to the end of the bytes. Returns where that is. */
  #scanString(bytes: Uint8Array, from: number): number {
    let isEscaped = this.#isEscaped;
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) break;
    }
    this.#isEscaped = isEscaped;
    this.#isInString = at === bytes.length;
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
      this.#isBefore = byte !== OPENING || this.#depth !== ENTRIES_DEPTH || this.#name !== ENTRIES;
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
    const expected = this.#expected;
    const isSeparator = expected !== undefined && (byte === COMMA || byte === CLOSING);
    if (isSpace(byte) || isSeparator) this.#endRecord(at, spans);
    if (isSpace(byte)) return;
    const canBegin = expected === undefined || expected === "a record" || expected === 'a record or "]"';
    if (!isSeparator && (canBegin || this.#isInRecord)) this.#scanRecord(byte, at);
    else this.#takeOfArray(byte);
  }

  /** Takes a bracket or comma of the array, or a byte that can't begin a value here. The value before it has ended. */
  #takeOfArray(byte: number): void {
    const next = findNext(this.#expected, byte);
    if (next === undefined) {
      const problem = `Expected ${this.#expected}, not ${JSON.stringify(decodeUtf8(Uint8Array.of(byte)))}.`;
      this.#fault = new InputError("invalid-array", `It is not a valid JSON array. ${problem}`, { line: this.#line });
    } else this.#expected = next;
    this.#isOver = this.isBroken || (this.#hasRest && this.#expected === END);
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
    if (this.#expected !== undefined) this.#expected = 'a comma or "]"';
  }
}

function findNext(expected: NextToken | undefined, byte: number): NextToken | undefined {
  if (byte === OPENING && expected === '"["') return 'a record or "]"';
  if (byte === COMMA && expected === 'a comma or "]"') return "a record";
  const canEnd = expected === 'a comma or "]"' || expected === 'a record or "]"';
  return byte === CLOSING && canEnd ? END : undefined;
}
