import { type Refusal, tryOrRefuse } from "../base/refusals.ts";

/** A record's place: `start` and `end` in its batch's bytes, and the line of the input where it starts, from 1. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Consecutive whole records of an input. */
export interface Batch {
  readonly bytes: Uint8Array;
  readonly spans: readonly ByteRange[];
}

/** Finds the records in consecutive chunks of an input. A record may span several chunks. */
export interface Scanner {
  /**
   * Scans the next chunk, and adds the records that end in it to `spans`.
   *
   * @param bytes the batch so far, with the chunk from `from` to `end`
   */
  scan(bytes: Uint8Array, from: number, end: number, spans: ByteRange[]): void;
  /**
   * The record that has not ended yet, or an empty one at the end of the bytes. The caller updates its start when it
   * moves them.
   */
  readonly open: { start: number; line: number };
  /** Whether the input is malformed, so that no more records can be found. */
  readonly isBroken: boolean;
  /**
   * Adds the record that ends with the input, unless there is none or it is cut off.
   *
   * @param record the bytes of the open record; undefined if it was too long to be kept
   */
  finish(record: Uint8Array | undefined, spans: ByteRange[]): void;
  /** @throws InputError if the input is malformed or cut off */
  requireEnd(): void;
}

/**
 * Calls a function with each record of a batch, except blank ones.
 *
 * @param take throws a RecordError to refuse a record
 * @returns the refusals
 */
export function takeRecords({ bytes, spans }: Batch, take: (record: Uint8Array, line: number) => void): Refusal[] {
  const refusals: Refusal[] = [];
  for (const { start, end, line } of spans) {
    const record = bytes.subarray(start, end);
    if (isBlankRecord(record)) continue;
    tryOrRefuse(
      () => take(record, line),
      ({ kind, message }) => refusals.push({ line, kind, detail: message }),
    );
  }
  return refusals;
}

/** Checks whether a record is empty or nothing but JSON's white space (RFC 8259, section 2). */
export function isBlankRecord(record: Uint8Array): boolean {
  return record.every(isSpace);
}

/** Checks whether a byte is white space in JSON. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
