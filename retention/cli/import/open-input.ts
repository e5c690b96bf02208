import { createReadStream } from "node:fs";
import type { FileError } from "../../../operate/shell/read-error.ts";
import { CUT_OFF, InputError } from "../../sources/base/refusals.ts";
import { type Input, peek, prepareInput } from "../../sources/input/input.ts";
import { describeListedError } from "../shell/files.ts";
import { gunzip, READ_BYTES } from "./gunzip.ts";

/**
 * Opens a file, or with `-` the standard input. Gunzips it if it begins with the magic number of gzip (RFC 1952,
 * section 2.3.1), and removes UTF-8's byte order mark.
 *
 * @param onRead called with the number of bytes that each read returns, before gunzipping
 * @param read reads a file
 * @throws InputError if it can't be read
 */
export async function openInput(
  file: string,
  onRead: (bytes: number) => void,
  read: (file: string) => AsyncIterable<Uint8Array> = readFile,
): Promise<Input> {
  const raw = file === "-" ? process.stdin : read(file);
  const counted = countBytes(raw, onRead);
  const packed = await peek(convertErrors(counted), 2);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  const chunks = isGzip ? convertErrors(gunzip(packed.chunks)) : packed.chunks;
  return prepareInput(chunks);
}

function readFile(file: string): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: READ_BYTES });
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

async function* convertErrors(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
