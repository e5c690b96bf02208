import type { Batch, Scanner, Span } from "./batch.ts";
import type { Refusal } from "./refusals.ts";

/**
 * Maximum length of a record in bytes, checked once per chunk. A longer record is refused, and its bytes are dropped.
 */
const MAX_RECORD_BYTES = 16 * 1_024 * 1_024;

/** Bytes that are read before their records are passed on: more if a single record is longer. */
const BATCH_BYTES = 1_024 * 1_024;

/** Size of a buffer in bytes. It has room for a batch's last chunk and the record that is left open. */
const BUFFER_BYTES = 2 * BATCH_BYTES;

/** Splits a source into batches of whole records. Refuses records of more than 16 MB. */
export async function* readBatches(
  source: AsyncIterable<Uint8Array>,
  scanner: Scanner,
  buffers: BufferPool,
  refuse: (refusal: Refusal) => void,
): AsyncGenerator<Batch> {
  const cutter = new Cutter(scanner, buffers, refuse);
  for await (const chunk of source) {
    cutter.add(chunk);
    if (scanner.isBroken) break;
    if (cutter.isFull) yield cutter.cut();
  }
  yield cutter.finish();
  scanner.requireEnd();
}

/** Reuses the buffers of batches that are done with. A new buffer for each batch would pile up as garbage. */
export class BufferPool {
  readonly #spare: Uint8Array<ArrayBuffer>[] = [];

  /** Returns a buffer of at least so many bytes, with arbitrary content. */
  acquire(bytes: number): Uint8Array<ArrayBuffer> {
    const spare = bytes <= BUFFER_BYTES ? this.#spare.pop() : undefined;
    return spare ?? new Uint8Array(Math.max(BUFFER_BYTES, 2 * bytes));
  }

  release(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length === BUFFER_BYTES) this.#spare.push(bytes);
  }
}

/** Collects chunks until they hold a batch. */
class Cutter {
  readonly #scanner: Scanner;
  readonly #refuse: (refusal: Refusal) => void;
  readonly #buffers: BufferPool;
  #bytes: Uint8Array<ArrayBuffer>;
  #end = 0;
  #spans: Span[] = [];
  /** Whether the open record is too long, so that its bytes are not kept. */
  #isDropping = false;

  constructor(scanner: Scanner, buffers: BufferPool, refuse: (refusal: Refusal) => void) {
    this.#scanner = scanner;
    this.#buffers = buffers;
    this.#bytes = buffers.acquire(0);
    this.#refuse = refuse;
  }

  add(chunk: Uint8Array): void {
    const end = this.#end + chunk.length;
    if (end > this.#bytes.length) this.#move(this.#bytes.subarray(0, this.#end), end);
    this.#bytes.set(chunk, this.#end);
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

  #move(bytes: Uint8Array, minLength: number): void {
    this.#bytes = this.#buffers.acquire(minLength);
    this.#bytes.set(bytes);
  }

  /** Returns the records of the batch. If a record was too long, it is the first to end, and is refused. */
  #takeSpans(): Span[] {
    const spans = this.#spans;
    this.#spans = [];
    const dropped = this.#isDropping ? spans.shift() : undefined;
    if (!dropped) return spans;
    this.#isDropping = false;
    const detail = `The record has more than ${MAX_RECORD_BYTES / 1_024 / 1_024} MB. Shorten it, or leave it out.`;
    this.#refuse({ line: dropped.line, kind: "too long", detail });
    return spans;
  }
}
