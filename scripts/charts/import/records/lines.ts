import { isBlank, type Scanner, type Span } from "./batch.ts";
import { parseJson } from "./json.ts";
import { RecordError, SourceError } from "./refusals.ts";

const NEWLINE = 0x0a;

/** Finds the records of JSON Lines: one on each line. */
export class LineScanner implements Scanner {
  readonly open = { start: 0, line: 1 };
  readonly isBroken = false;
  /** Why the last line is not a whole record. */
  #cutOff: string | undefined;

  scan(bytes: Uint8Array, from: number, end: number, spans: Span[]): void {
    // Buffer's indexOf is several times as fast as that of Uint8Array.
    const known = Buffer.from(bytes.buffer, bytes.byteOffset, end);
    for (let at = known.indexOf(NEWLINE, from); at !== -1; at = known.indexOf(NEWLINE, at + 1)) {
      spans.push({ ...this.open, end: at });
      this.open.start = at + 1;
      this.open.line++;
    }
  }

  /** The last line may lack its end, but then nothing else shows that it is whole. */
  finish(record: Uint8Array | undefined, spans: Span[]): void {
    this.#cutOff = record ? describeFault(record) : "it is too long to be looked at";
    if (record && this.#cutOff === undefined) spans.push({ ...this.open, end: this.open.start + record.length });
  }

  requireEnd(): void {
    if (this.#cutOff === undefined) return;
    const reason = `the last line has no line break and is not a whole record (${this.#cutOff})`;
    throw new SourceError(`${reason}: was its export or transfer cut off?`, this.open.line);
  }
}

function describeFault(record: Uint8Array): string | undefined {
  try {
    if (!isBlank(record)) parseJson(record);
    return undefined;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return error.message;
  }
}
