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

/**
 * Finds the records of a JSON array, or of JSON values one after the other, in any layout. It looks at
 * brackets and strings alone: what is between them, the records' own parser judges.
 */
export class ValueScanner implements Scanner {
  readonly open = { start: 0, line: 1 };
  /** The depth at which records are: 1 in an array. */
  readonly #base: number;
  #depth = 0;
  #line = 1;
  #isInRecord = false;
  #isInString = false;
  #isEscaped = false;

  constructor(isArray: boolean) {
    this.#base = isArray ? 1 : 0;
  }

  scan(bytes: Uint8Array, from: number, end: number, spans: Span[]): void {
    for (let at = from; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) this.#scanString(byte);
      else this.#scanOutside(KINDS[byte] ?? OTHER, at, spans);
    }
    if (!this.#isInRecord) this.open.start = end;
  }

  finish(end: number, spans: Span[]): void {
    this.#endRecord(end, spans);
  }

  requireEnd(): void {
    if (this.#depth > 0) throw new SourceError("it ends in the middle: was its export or transfer cut off?");
  }

  #scanString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (KINDS[byte] === QUOTE) this.#isInString = false;
  }

  #scanOutside(kind: number, at: number, spans: Span[]): void {
    if (kind === NEWLINE) this.#line++;
    if (this.#depth < this.#base && kind === OPENING) {
      this.#depth++;
      return;
    }
    const isBetween = this.#depth <= this.#base && kind >= SPACE && kind <= COMMA;
    const isEndOfArray = this.#depth === 1 && this.#base === 1 && kind === CLOSING;
    if (isBetween || isEndOfArray) this.#endRecord(at, spans);
    else this.#scanRecord(kind, at, spans);
    if (isEndOfArray) this.#depth = 0;
  }

  #scanRecord(kind: number, at: number, spans: Span[]): void {
    if (!this.#isInRecord) {
      this.#isInRecord = true;
      this.open.start = at;
      this.open.line = this.#line;
    }
    if (kind === QUOTE) this.#isInString = true;
    if (kind === OPENING) this.#depth++;
    if (kind === CLOSING && --this.#depth === this.#base) this.#endRecord(at + 1, spans);
  }

  #endRecord(end: number, spans: Span[]): void {
    if (this.#isInRecord) spans.push({ ...this.open, end });
    this.#isInRecord = false;
  }
}
