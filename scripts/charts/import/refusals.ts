import type { Batch } from "./records.ts";

/** Why a record, or with it a whole file or episode, was not taken. */
export interface Refusal {
  /** Where the record starts; none where there is no such place. */
  readonly line?: number;
  /** What is wrong, in a few words that all refusals of a kind share. */
  readonly kind: string;
  /** What is wrong with this one. */
  readonly detail: string;
}

/** A record that can't be taken. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  /** What is wrong, in a few words that all errors of a kind share. */
  readonly kind: string;

  constructor(kind: string, detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** A whole source that can't be taken. */
export class SourceError extends Error {
  override readonly name = "SourceError";
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
function isBlank(record: Uint8Array): boolean {
  return record.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
