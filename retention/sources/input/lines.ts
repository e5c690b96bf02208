import { findLabel } from "../base/codes.ts";
import { InputError, tryOrRefuse } from "../base/refusals.ts";
import { type ByteRange, isBlankRecord, isSpace, type Scanner } from "./batches.ts";
import { parseJsonBytes } from "./json-bytes.ts";
import { ValueScanner } from "./values.ts";

const NEWLINE = 0x0a;
const OPENING_BRACE = 0x7b;

/** Finds the records of JSON Lines: one per line. */
export class LineScanner implements Scanner {
  readonly open = { start: 0, line: 1 };
  readonly isBroken = false;

  scan(bytes: Uint8Array, from: number, spans: ByteRange[]): void {
    for (let at = bytes.indexOf(NEWLINE, from); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
      spans.push({ ...this.open, end: at });
      this.open.start = at + 1;
      this.open.line++;
    }
  }

  /** Checks a last line without a line break by parsing it: nothing else shows whether it is whole. */
  finish(record: Uint8Array | undefined, spans: ByteRange[]): InputError | undefined {
    const { line, start } = this.open;
    if (!record)
      return new InputError("too-long-line", "The last line has no line break, and is too long to be checked.", {
        line,
      });
    const fault = describeFault(record);
    if (fault !== undefined) return new InputError("cut-off", fault, { line });
    spans.push({ ...this.open, end: start + record.length });
    return undefined;
  }
}

/** Describes why a last line is not whole. Returns undefined if it is, though it may be wrong otherwise. */
function describeFault(record: Uint8Array): string | undefined {
  if (isBlankRecord(record) || (hasAllBrackets(record) && !record.includes(0))) return undefined;
  let fault: string | undefined;
  tryOrRefuse(
    () => parseJsonBytes(record),
    (refusal) => {
      const reason = record.includes(0) ? "contains NUL bytes" : `is ${findLabel(refusal)}`;
      fault = `The last line is not a whole record: it has no line break and ${reason}.`;
    },
  );
  return fault;
}

/** Checks whether a record has an opening bracket first, and closes all of them: nothing that is cut off does. */
function hasAllBrackets(record: Uint8Array): boolean {
  if (record.find((byte) => !isSpace(byte)) !== OPENING_BRACE) return false;
  const scanner = new ValueScanner("sequence");
  scanner.scan(record, 0, []);
  return !scanner.isCutOff;
}
