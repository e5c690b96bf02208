import type { Batch, Scanner, Span } from "./batch.ts";
import type { Refusal } from "./refusals.ts";

/** Longer records than this are refused without being held in memory, in bytes. */
const MAX_RECORD_BYTES = 16 * 1_024 * 1_024;

/** What is read before its records are handed on, in bytes; a record that is longer gets more. */
const BATCH_BYTES = 1_024 * 1_024;

/** Room for the last piece of a batch, and for the record that it leaves open. */
const BATCH_MEMORY = 2 * BATCH_BYTES;

/** Cuts a source into batches of whole records; refuses those over MAX_RECORD_BYTES. */
export async function* readBatches(
  source: AsyncIterable<Uint8Array>,
  scanner: Scanner,
  memory: Memory,
  refuse: (refusal: Refusal) => void,
): AsyncGenerator<Batch> {
  const cutter = new Cutter(scanner, memory, refuse);
  for await (const piece of source) {
    cutter.add(piece);
    if (scanner.isBroken) break;
    if (cutter.isFull) yield cutter.cut();
  }
  yield cutter.finish();
  scanner.requireEnd();
}

/** The memory of batches that nobody needs any more: new memory for each would pile up until it is collected. */
export class Memory {
  readonly #spare: Uint8Array<ArrayBuffer>[] = [];

  take(bytes: number): Uint8Array<ArrayBuffer> {
    const spare = bytes <= BATCH_MEMORY ? this.#spare.pop() : undefined;
    return spare ?? new Uint8Array(Math.max(BATCH_MEMORY, 2 * bytes));
  }

  giveBack(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length === BATCH_MEMORY) this.#spare.push(bytes);
  }
}

/** Collects pieces until there is a batch in them. */
class Cutter {
  readonly #scanner: Scanner;
  readonly #refuse: (refusal: Refusal) => void;
  readonly #memory: Memory;
  #bytes: Uint8Array<ArrayBuffer>;
  #end = 0;
  #spans: Span[] = [];
  /** Whether the open record is too long, and its bytes so far are gone. */
  #isDropping = false;

  constructor(scanner: Scanner, memory: Memory, refuse: (refusal: Refusal) => void) {
    this.#scanner = scanner;
    this.#memory = memory;
    this.#bytes = memory.take(0);
    this.#refuse = refuse;
  }

  add(piece: Uint8Array): void {
    const end = this.#end + piece.length;
    if (end > this.#bytes.length) this.#move(this.#bytes.subarray(0, this.#end), end);
    this.#bytes.set(piece, this.#end);
    this.#scanner.scan(this.#bytes, this.#end, end, this.#spans);
    this.#end = end;
  }

  get isFull(): boolean {
    return this.#end >= BATCH_BYTES && (this.#spans.length > 0 || this.#isDropping || this.#isTooLong);
  }

  cut(): Batch {
    const batch = { bytes: this.#bytes, spans: this.#takeSpans() };
    this.#isDropping ||= this.#isTooLong;
    const open = this.#bytes.subarray(this.#isDropping ? this.#end : this.#scanner.open.start, this.#end);
    this.#move(open, open.length);
    this.#end = open.length;
    this.#scanner.open.start = 0;
    return batch;
  }

  finish(): Batch {
    const isGone = this.#isDropping && this.#spans.length === 0;
    const record = isGone ? undefined : this.#bytes.subarray(this.#scanner.open.start, this.#end);
    this.#scanner.finish(record, this.#spans);
    return { bytes: this.#bytes, spans: this.#takeSpans() };
  }

  get #isTooLong(): boolean {
    return this.#end - this.#scanner.open.start > MAX_RECORD_BYTES;
  }

  #move(bytes: Uint8Array, room: number): void {
    this.#bytes = this.#memory.take(room);
    this.#bytes.set(bytes);
  }

  /** The first record to end after a record was found to be too long is that record. */
  #takeSpans(): Span[] {
    const spans = this.#spans;
    this.#spans = [];
    const dropped = this.#isDropping ? spans.shift() : undefined;
    if (!dropped) return spans;
    this.#isDropping = false;
    const detail = `a record of more than ${MAX_RECORD_BYTES / 1_024 / 1_024} MB`;
    this.#refuse({ line: dropped.line, kind: "too long", detail });
    return spans;
  }
}
