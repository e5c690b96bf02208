import { createReadStream } from "node:fs";
import { CUT_OFF, InputError } from "../../../sources/refusals.ts";
import { describeListedError, type FileError } from "../../shell/files.ts";
import { gunzip, READ_BYTES } from "./gunzip.ts";

/** Length in bytes of the beginning by which formats are detected. */
const HEAD_BYTES = 64 * 1_024;

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** A file or the standard input, opened for reading and uncompressed. */
export interface Input {
  /** The first 64 KB, or less if the source is shorter. */
  readonly head: Buffer;
  /** The whole source, with the head. Reading throws a InputError if it can't be read to its end. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Opens a file, or with `-` the standard input. Gunzips it if it begins with the magic number of gzip (RFC 1952,
 * section 2.3.1), and removes UTF-8's byte order mark.
 *
 * @param onRead called with the number of bytes that each read returns, before gunzipping
 * @throws InputError if it can't be read
 */
export async function openInput(file: string, onRead: (bytes: number) => void): Promise<Input> {
  const raw = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES });
  const counted = countBytes(raw, onRead);
  const packed = await peek(convertErrors(counted), 2);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  const chunks = isGzip ? convertErrors(gunzip(packed.chunks)) : packed.chunks;
  return peek(stripByteOrderMark(chunks), HEAD_BYTES);
}

async function* countBytes(chunks: AsyncIterable<Buffer>, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** Windows programs put a byte order mark before UTF-8. JSON must not have one (RFC 8259, section 8.1). */
async function* stripByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const start = await peek(chunks, 3);
  let skip = start.head.equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for await (const chunk of start.chunks) {
    yield chunk.subarray(skip);
    skip = Math.max(0, skip - chunk.length);
  }
}

/** Reads the first bytes ahead. The chunks that it returns begin with them again. */
async function peek(chunks: AsyncIterable<Buffer>, bytes: number): Promise<Input> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Buffer[] = [];
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
  return { head: Buffer.concat(first).subarray(0, bytes), chunks: replay() };
}

async function* convertErrors(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof Error && !(error instanceof InputError) ? new InputError(describeFileError(error)) : error;
  }
}

function describeFileError({ code, message }: FileError): string {
  if (code === "Z_BUF_ERROR") return `Its gzip ends in the middle. ${CUT_OFF}`;
  if (code?.startsWith("Z_")) return `Its gzip is damaged (${message}). Export or transfer it again.`;
  return describeListedError({ code, message });
}
