import { concatBytes, startsWithBytes } from "../base/byte-arrays.ts";
import { gunzip, isGzip, MAGIC_BYTES } from "../base/gzip.ts";

/** Length in bytes of the beginning by which formats are detected. */
const HEAD_BYTES = 64 * 1_024;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** A file, opened for reading and uncompressed. */
export interface Input {
  /** The first 64 KB, or less if the source is shorter. */
  readonly head: Uint8Array;
  /** The whole source, with the head. Reading throws a InputError if it can't be read to its end. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Uncompresses a file if it is a gzip, and then does as {@link prepareInput}. */
export async function preparePacked(chunks: AsyncIterable<Uint8Array>): Promise<Input> {
  const packed = await peek(chunks, MAGIC_BYTES);
  return prepareInput(isGzip(packed.head) ? gunzip(packed.chunks) : packed.chunks);
}

/** Takes away the byte order mark of UTF-8, and reads the beginning ahead. */
export async function prepareInput(chunks: AsyncIterable<Uint8Array>): Promise<Input> {
  return peek(stripByteOrderMark(chunks), HEAD_BYTES);
}

/** Windows programs put a byte order mark before UTF-8. JSON must not have one (RFC 8259, section 8.1). */
async function* stripByteOrderMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const start = await peek(chunks, 3);
  let skip = startsWithBytes(start.head, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for await (const chunk of start.chunks) {
    yield chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
  }
}

/** Reads the first bytes ahead. The chunks that it returns begin with them again. */
async function peek(chunks: AsyncIterable<Uint8Array>, bytes: number): Promise<Input> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let length = 0; length < bytes; ) {
    const { done, value } = await iterator.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  async function* replay() {
    try {
      yield* first.splice(0);
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      // Closes the file if not all is read.
      await iterator.return?.();
    }
  }
  return { head: concatBytes(first).subarray(0, bytes), chunks: replay() };
}
