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

/** Takes away the byte order mark of UTF-8, which JSON must not have (RFC 8259, section 8.1), and reads the beginning ahead. */
export async function prepareInput(chunks: AsyncIterable<Uint8Array>): Promise<Input> {
  return peek(chunks, HEAD_BYTES, BYTE_ORDER_MARK);
}

/** Reads the first bytes ahead, but for a mark. The chunks that it returns begin with them again. */
async function peek(chunks: AsyncIterable<Uint8Array>, bytes: number, mark: readonly number[] = []): Promise<Input> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let length = 0; length < bytes; ) {
    const { done, value } = await iterator.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  const read = concatBytes(first);
  const start = startsWithBytes(read, mark) ? read.subarray(mark.length) : read;
  async function* replay() {
    try {
      yield start;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      // Closes the file if not all is read.
      await iterator.return?.();
    }
  }
  return { head: start.subarray(0, bytes), chunks: replay() };
}
