import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { SourceError } from "./refusals.ts";

const READ_BYTES = 256 * 1_024;

/** What is looked at to tell what a source holds, in bytes. */
const HEAD_BYTES = 64 * 1_024;

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** A file, or the standard input, opened for reading. */
export interface Source {
  /** Its first 64 KB, uncompressed; all of it where it has less. */
  readonly head: Buffer;
  /** All of it, uncompressed. Reading throws a SourceError if it can't be read to its end. */
  readonly pieces: AsyncIterable<Buffer>;
}

/** The sizes of those files that can be read, in bytes; none where the standard input is among them. */
export async function loadTotalBytes(files: readonly string[]): Promise<number | undefined> {
  if (files.includes("-")) return undefined;
  const sizes = await Promise.all(files.map((file) => stat(file).catch(() => ({ size: 0 }))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Opens a file, or with `-` the standard input; gunzips what begins as gzip does.
 *
 * @param onRead is told of the bytes read from the file, before gunzipping
 * @throws SourceError if it can't be read
 */
export async function openSource(file: string, onRead: (bytes: number) => void): Promise<Source> {
  const raw = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES });
  const counted = countBytes(raw, onRead);
  const packed = await peek(guard(counted), 2);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  const pieces = isGzip ? guard(gunzip(packed.pieces)) : packed.pieces;
  return peek(stripByteOrderMark(pieces), HEAD_BYTES);
}

async function* countBytes(pieces: AsyncIterable<Buffer>, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    onRead(piece.length);
    yield piece;
  }
}

/** Windows likes to put a byte order mark before UTF-8, JSON does not (RFC 8259, section 8.1). */
async function* stripByteOrderMark(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const start = await peek(pieces, 3);
  let skip = start.head.equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  for await (const piece of start.pieces) {
    yield piece.subarray(skip);
    skip = Math.max(0, skip - piece.length);
  }
}

async function* gunzip(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = createGunzip({ chunkSize: READ_BYTES });
  const feeding = (async () => {
    for await (const piece of pieces) {
      if (!stream.write(piece)) await new Promise((resolve) => stream.once("drain", resolve));
    }
    stream.end();
  })().catch((error) => stream.destroy(error));
  yield* stream;
  await feeding;
}

/** Reads ahead by at least some bytes, and gives them back at the beginning. */
async function peek(pieces: AsyncIterable<Buffer>, bytes: number): Promise<Source> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  for (let length = 0; length < bytes; ) {
    const { done, value } = await iterator.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  async function* replay() {
    yield* first.splice(0);
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head: Buffer.concat(first).subarray(0, bytes), pieces: replay() };
}

async function* guard(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
  } catch (error) {
    throw explain(error);
  }
}

function explain(error: unknown): unknown {
  return error instanceof Error && !(error instanceof SourceError) ? new SourceError(describe(error)) : error;
}

function describe({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder without files";
  if (code === "EACCES") return "it may not be read";
  if (code === "Z_BUF_ERROR") return "its gzip ends in the middle: was its transfer cut off?";
  if (code?.startsWith("Z_")) return `its gzip is damaged (${message})`;
  return message;
}
