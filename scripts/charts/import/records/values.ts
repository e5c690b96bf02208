import type { Scanner, Span } from "./batch.ts";
import { SourceError } from "./refusals.ts";

/** What counts of a byte outside of strings. */
const OTHER = 0;
const SPACE = 1;
const NEWLINE = 2;
const COMMA = 3;
const OPENING = 4;
const CLOSING = 5;
const QUOTE = 6;

const KINDS = new Uint8Array(256);
for (const byte of Buffer.from(" \t\r")) KINDS[byte] = SPACE;
for (const byte of Buffer.from("\n")) KINDS[byte] = NEWLINE;
for (const byte of Buffer.from(",")) KINDS[byte] = COMMA;
for (const byte of Buffer.from("[{")) KINDS[byte] = OPENING;
for (const byte of Buffer.from("]}")) KINDS[byte] = CLOSING;
for (const byte of Buffer.from('"')) KINDS[byte] = QUOTE;

const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** What may come next in an array, outside of its records (RFC 8259, section 5). */
type Next = '"["' | 'a record or "]"' | "a record" | 'a comma or "]"' | "nothing after the array";

/**
 * Finds the records of a JSON array, or of JSON values one after the other, in any layout. It looks at
 * brackets, strings and what separates records: what is in a record, its own parser judges.
 */
export class ValueScanner implements Scanner {
  readonly open = { start: 0, line: 1 };
  readonly #isArray: boolean;
  #next: Next = '"["';
  /** How many brackets are open in the record. */
  #depth = 0;
  #line = 1;
  #isInRecord = false;
  #isInString = false;
  #isEscaped = false;
  #fault: SourceError | undefined;

  constructor(isArray: boolean) {
    this.#isArray = isArray;
  }

  get isBroken(): boolean {
    return this.#fault !== undefined;
  }

  scan(bytes: Uint8Array, from: number, end: number, spans: Span[]): void {
    for (let at = from; at < end && !this.#fault; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) this.#scanString(byte);
      else this.#scanOutside(byte, at, spans);
    }
    if (!this.#isInRecord) this.open.start = end;
  }

  finish(record: Uint8Array | undefined, spans: Span[]): void {
    if (!this.#isCutOff) this.#endRecord(this.open.start + (record?.length ?? 0), spans);
  }

  requireEnd(): void {
    if (this.#fault) throw this.#fault;
    const line = this.#isInRecord ? this.open.line : this.#line;
    if (this.#isCutOff) throw new SourceError("it ends in the middle: was its export or transfer cut off?", line);
  }

  get #isCutOff(): boolean {
    return this.#depth > 0 || this.#isInString || (this.#isArray && this.#next !== "nothing after the array");
  }

  #scanString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (KINDS[byte] === QUOTE) this.#isInString = false;
  }

  #scanOutside(byte: number, at: number, spans: Span[]): void {
    const kind = KINDS[byte] ?? OTHER;
    if (kind === NEWLINE) this.#line++;
    if (this.#depth === 0) this.#scanBetween(byte, kind, at, spans);
    else if (kind === QUOTE) this.#isInString = true;
    else if (kind === OPENING) this.#depth++;
    else if (kind === CLOSING && --this.#depth === 0) this.#endRecord(at + 1, spans);
  }

  #scanBetween(byte: number, kind: number, at: number, spans: Span[]): void {
    const isSpace = kind === SPACE || kind === NEWLINE;
    const isSeparator = this.#isArray && (kind === COMMA || byte === CLOSING_BRACKET);
    if (isSpace || isSeparator) this.#endRecord(at, spans);
    if (isSpace) return;
    if (isSeparator || !this.#canBeRecord) this.#moveOn(byte);
    else this.#scanRecord(kind, at);
  }

  get #canBeRecord(): boolean {
    return !this.#isArray || this.#isInRecord || this.#next === "a record" || this.#next === 'a record or "]"';
  }

  #scanRecord(kind: number, at: number): void {
    if (!this.#isInRecord) {
      this.#isInRecord = true;
      this.open.start = at;
      this.open.line = this.#line;
    }
    if (kind === QUOTE) this.#isInString = true;
    if (kind === OPENING) this.#depth = 1;
  }

  #endRecord(end: number, spans: Span[]): void {
    if (!this.#isInRecord) return;
    spans.push({ ...this.open, end });
    this.#isInRecord = false;
    this.#next = 'a comma or "]"';
  }

  #moveOn(byte: number): void {
    const next = this.#next;
    if (byte === OPENING_BRACKET && next === '"["') this.#next = 'a record or "]"';
    else if (KINDS[byte] === COMMA && next === 'a comma or "]"') this.#next = "a record";
    else if (byte === CLOSING_BRACKET && (next === 'a comma or "]"' || next === 'a record or "]"'))
      this.#next = "nothing after the array";
    else {
      const found = JSON.stringify(Buffer.of(byte).toString());
      this.#fault = new SourceError(`it is not a JSON array: expected ${next}, not ${found}`, this.#line);
    }
  }
}
