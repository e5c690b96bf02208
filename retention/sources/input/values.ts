import { decodeUtf8, encodeUtf8 } from "../../../lib/bytes.ts";
import { CUT_OFF, InputError } from "../base/refusals.ts";
import type { ByteRange, Scanner } from "./batches.ts";

/** Classes of the bytes outside strings. */
const OTHER = 0;
const SPACE = 1;
const NEWLINE = 2;
const COMMA = 3;
const OPENING = 4;
const CLOSING = 5;
const QUOTE = 6;

const BYTE_CLASSES = new Uint8Array(256);
for (const [characters, byteClass] of [
  [" \t\r", SPACE],
  ["\n", NEWLINE],
  [",", COMMA],
  ["[{", OPENING],
  ["]}", CLOSING],
  ['"', QUOTE],
] as const)
  for (const byte of encodeUtf8(characters)) BYTE_CLASSES[byte] = byteClass;

const DOUBLE_QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** What must come next in an array, outside its records (RFC 8259, section 5). */
type Expected = '"["' | 'a record or "]"' | "a record" | 'a comma or "]"' | "nothing after the array";

/**
 * Finds the records in a JSON array, `[{…}, {…}]`, or in JSON values one after another, `{…} {…}`, with any white
 * space. Checks only brackets, strings and what separates records. The content of a record is left to its parser.
 */
export class ValueScanner implements Scanner {
  readonly open = { start: 0, line: 1 };
  readonly #isArray: boolean;
  readonly #hasRest: boolean;
  #expected: Expected = '"["';
  /** Number of open brackets in the record. */
  #depth = 0;
  #line = 1;
  #isInRecord = false;
  #isInString = false;
  #isEscaped = false;
  #fault: InputError | undefined;

  /** @param hasRest whether anything may follow the array, which is then not looked at */
  constructor(isArray: boolean, hasRest = false) {
    this.#isArray = isArray;
    this.#hasRest = hasRest;
  }

  get isBroken(): boolean {
    return this.#fault !== undefined;
  }

  scan(bytes: Uint8Array, from: number, end: number, spans: ByteRange[]): void {
    for (let at = from; at < end && !this.#fault && !this.#isAtRest; at++) {
      if (this.#isInString) at = this.#scanString(bytes, at, end);
      else this.#scanOutside(bytes[at] ?? 0, at, spans);
    }
    if (!this.#isInRecord) this.open.start = end;
  }

  finish(record: Uint8Array | undefined, spans: ByteRange[]): InputError | undefined {
    const line = this.#isInRecord ? this.open.line : this.#line;
    if (this.isCutOff) return this.#fault ?? new InputError(`It ends in the middle. ${CUT_OFF}`, line);
    this.#endRecord(this.open.start + (record?.length ?? 0), spans);
    return this.#fault;
  }

  /** Whether more must come: a bracket, or the end of a string. */
  get isCutOff(): boolean {
    return this.#depth > 0 || this.#isInString || (this.#isArray && this.#expected !== "nothing after the array");
  }

  get #isAtRest(): boolean {
    return this.#hasRest && this.#expected === "nothing after the array";
  }

  /** Scans to the quote that ends a string, or to the end of the bytes. Returns where that is. */
  #scanString(bytes: Uint8Array, from: number, end: number): number {
    let isEscaped = this.#isEscaped;
    let at = from;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === DOUBLE_QUOTE) break;
    }
    this.#isEscaped = isEscaped;
    this.#isInString = at === end;
    return at;
  }

  #scanOutside(byte: number, at: number, spans: ByteRange[]): void {
    const byteClass = BYTE_CLASSES[byte] ?? OTHER;
    if (byteClass === NEWLINE) this.#line++;
    if (this.#depth === 0) this.#scanBetween(byte, byteClass, at, spans);
    else if (byteClass === QUOTE) this.#isInString = true;
    else if (byteClass === OPENING) this.#depth++;
    else if (byteClass === CLOSING && --this.#depth === 0) this.#endRecord(at + 1, spans);
  }

  #scanBetween(byte: number, byteClass: number, at: number, spans: ByteRange[]): void {
    const isSpace = byteClass === SPACE || byteClass === NEWLINE;
    const isSeparator = this.#isArray && (byteClass === COMMA || byte === CLOSING_BRACKET);
    if (isSpace || isSeparator) this.#endRecord(at, spans);
    if (isSpace) return;
    if (isSeparator || !this.#canBeRecord) this.#advance(byte);
    else this.#scanRecord(byteClass, at);
  }

  get #canBeRecord(): boolean {
    return !this.#isArray || this.#isInRecord || this.#expected === "a record" || this.#expected === 'a record or "]"';
  }

  #scanRecord(byteClass: number, at: number): void {
    if (!this.#isInRecord) {
      this.#isInRecord = true;
      this.open.start = at;
      this.open.line = this.#line;
    }
    if (byteClass === QUOTE) this.#isInString = true;
    if (byteClass === OPENING) this.#depth = 1;
  }

  #endRecord(end: number, spans: ByteRange[]): void {
    if (!this.#isInRecord) return;
    spans.push({ ...this.open, end });
    this.#isInRecord = false;
    this.#expected = 'a comma or "]"';
  }

  #advance(byte: number): void {
    const expected = this.#expected;
    if (byte === OPENING_BRACKET && expected === '"["') this.#expected = 'a record or "]"';
    else if (BYTE_CLASSES[byte] === COMMA && expected === 'a comma or "]"') this.#expected = "a record";
    else if (byte === CLOSING_BRACKET && (expected === 'a comma or "]"' || expected === 'a record or "]"'))
      this.#expected = "nothing after the array";
    else {
      const found = JSON.stringify(decodeUtf8(Uint8Array.of(byte)));
      this.#fault = new InputError(
        `It is not a valid JSON array. Expected ${expected}, not ${found}. Correct it, or export it again.`,
        this.#line,
      );
    }
  }
}
