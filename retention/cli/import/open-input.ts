import { createReadStream } from "node:fs";
import { InputError } from "../../sources/base/refusals.ts";
import { type Input, preparePacked } from "../../sources/input/input.ts";
import { describeListedError } from "../listed-files.ts";

/** Bytes that are read at once. */
const READ_BYTES = 256 * 1_024;

/**
 * Opens a file, or with `-` the standard input.
 *
 * @param onRead called with the number of bytes that each read returns, before gunzipping
 * @throws InputError if it can't be read
 */
export async function openInput(file: string, onRead: (bytes: number) => void): Promise<Input> {
  const raw = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES });
  return preparePacked(convertErrors(countBytes(raw, onRead)));
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
    throw error instanceof Error ? new InputError("unreadable", describeListedError(error)) : error;
  }
}
