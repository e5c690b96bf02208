import { open } from "node:fs/promises";
import { openInput, READ_BYTES } from "../import/open-input.ts";

/** Readers of blocks leave out longer lines. Of one that chunks cut, so much is kept that it stays too long. */
export const MAX_LINE_BYTES = 65_536;

export const NEWLINE = 0x0a;

/** A log, opened for reading. */
interface Log {
  /** Its first 64 KB, or less if it is shorter. Read it before the blocks, which may overwrite it. */
  readonly head: Uint8Array;
  /**
   * All of it, in blocks of whole lines: of each chunk, the first line and then the others. The bytes of a block are overwritten
   * once the next one is asked for.
   */
  readonly blocks: AsyncIterable<Buffer>;
}

/**
 * Opens an access log.
 *
 * @param file gzipped or not, or `-` for the standard input
 * @param onRead called with the number of bytes that each read returns, before gunzipping
 * @throws InputError if it can't be read
 */
export async function openLog(file: string, onRead: (bytes: number) => void): Promise<Log> {
  const { head, chunks } = await openInput(file, onRead, readIntoOneBuffer);
  return { head, blocks: joinLines(chunks) };
}

/**
 * Reads a file into one buffer again and again: a chunk is overwritten once the next one is asked for. A stream makes a buffer for
 * each chunk, and these stay until the memory is cleaned up, which is late where nothing else is made.
 *
 * `openInput` keeps the chunks that it reads ahead, until it has 64 KB. A full chunk has more, so it never keeps two of them. What a
 * named pipe gives, such as `<(zcat access.log.1.gz)`, may be less, and is copied.
 */
async function* readIntoOneBuffer(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(READ_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES);
      if (bytesRead === 0) return;
      yield bytesRead < READ_BYTES ? Buffer.copyBytesFrom(buffer, 0, bytesRead) : buffer;
    }
  } finally {
    await handle.close();
  }
}

/** Joins the lines that chunks cut: `one\ntw`, `o\nthree` -> `one\n`, `two\n`, `three`. Copies only the first line of a chunk. */
async function* joinLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  /** The beginning of a line that goes on in the next chunk. */
  let cut = Buffer.alloc(0);
  const keep = (...parts: readonly Buffer[]) => Buffer.concat(parts).subarray(0, MAX_LINE_BYTES + 1);
  for await (const { buffer, byteOffset, length } of chunks) {
    // It shares the bytes of the chunk.
    const chunk = Buffer.from(buffer, byteOffset, length);
    const lastEnd = chunk.lastIndexOf(NEWLINE) + 1;
    if (lastEnd === 0) {
      cut = keep(cut, chunk);
      continue;
    }
    const firstEnd = chunk.indexOf(NEWLINE) + 1;
    yield Buffer.concat([cut, chunk.subarray(0, firstEnd)]);
    if (lastEnd > firstEnd) yield chunk.subarray(firstEnd, lastEnd);
    cut = keep(chunk.subarray(lastEnd));
  }
  yield cut;
}
