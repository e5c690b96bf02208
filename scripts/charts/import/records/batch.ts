import { RecordError, type Refusal } from "./refusals.ts";

/** Where a record is in a batch's bytes, and on which line of its source it starts, counted from 1. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Consecutive records of a source, whole ones only. */
export interface Batch {
  /** Memory of its own, so that it can be transferred to a worker thread. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly spans: readonly Span[];
}

/** Finds the records in consecutive pieces of a source; one of them may reach over several pieces. */
export interface Scanner {
  /**
   * Scans the next piece.
   *
   * @param end the index in `bytes` where the piece, and with it everything known so far, ends
   * @param spans gets the records that end in the piece, the first starting at `open.start`
   */
  scan(bytes: Uint8Array, from: number, end: number, spans: Span[]): void;
  /** The record that the pieces so far leave open, or an empty one at their end. Its start may be moved. */
  readonly open: { start: number; line: number };
  /** Whether the pieces so far can't be told into records any further. */
  readonly isBroken: boolean;
  /**
   * Adds the record that the source's end ends, if there is one and it is not cut off.
   *
   * @param record the bytes of the open record; undefined where it was too long to be kept
   */
  finish(record: Uint8Array | undefined, spans: Span[]): void;
  /** @throws SourceError if the source is broken, or ended where it can't end */
  requireEnd(): void;
}

/**
 * Takes the records of a batch one after the other, all but blank ones.
 *
 * @param take throws a RecordError where it can't take a record
 * @returns the records that were not taken
 */
export function takeRecords({ bytes, spans }: Batch, take: (record: Uint8Array, line: number) => void): Refusal[] {
  const refusals: Refusal[] = [];
  for (const { start, end, line } of spans) {
    const record = bytes.subarray(start, end);
    if (isBlank(record)) continue;
    try {
      take(record, line);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      refusals.push({ line, kind: error.kind, detail: error.message });
    }
  }
  return refusals;
}

/** JSON's white space (RFC 8259, section 2). */
export function isBlank(record: Uint8Array): boolean {
  return record.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
