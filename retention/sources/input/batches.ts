import { concatBytes } from "../base/byte-arrays.ts";
import { createFact } from "../base/facts.ts";
import { type InputError, type Refusal, tryOrRefuse } from "../base/refusals.ts";

/**
 * Maximum length of a record in bytes, checked once per chunk. A longer record is refused, and its bytes are dropped.
 */
const MAX_RECORD_BYTES = 16 * 1_024 * 1_024;

const NOTHING = new Uint8Array();

/** Splits an input into batches of whole records, one for each chunk. Refuses records of more than 16 MB. */
export async function* readBatches(
  chunks: AsyncIterable<Uint8Array>,
  scanner: Scanner,
  refuse: (refusal: Refusal) => void,
): AsyncGenerator<Batch> {
  let open: Uint8Array = NOTHING;
  let isTooLong = false;
  /** Refuses a record that was too long once its end is found: it is then the first one to end. */
  const takeSpans = (spans: ByteRange[]): ByteRange[] => {
    const tooLong = isTooLong ? spans.shift() : undefined;
    if (!tooLong) return spans;
    isTooLong = false;
    const problem = `The record has more than ${MAX_RECORD_BYTES / 1_024 / 1_024} MB.`;
    refuse(createFact("too-long", problem, { line: tooLong.line }));
    return spans;
  };
  for await (const chunk of chunks) {
    const bytes = open.length > 0 ? concatBytes([open, chunk]) : chunk;
    const spans: ByteRange[] = [];
    scanner.scan(bytes, open.length, spans);
    yield { bytes, spans: takeSpans(spans) };
    if (scanner.isBroken) break;
    open = bytes.subarray(scanner.open.start);
    isTooLong ||= open.length > MAX_RECORD_BYTES;
    if (isTooLong) open = NOTHING;
    scanner.open.start = 0;
  }
  const spans: ByteRange[] = [];
  const fault = scanner.finish(isTooLong ? undefined : open, spans);
  yield { bytes: open, spans: takeSpans(spans) };
  if (fault) throw fault;
}

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
   * @param bytes the open record so far, and from `from` on the chunk
   */
  scan(bytes: Uint8Array, from: number, spans: ByteRange[]): void;
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
   * @returns what is wrong if the input is malformed or cut off
   */
  finish(record: Uint8Array | undefined, spans: ByteRange[]): InputError | undefined;
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
      (refusal) => refusals.push({ line, ...refusal }),
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
