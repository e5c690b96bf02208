import { startsWithBytes } from "../lib/bytes.ts";
import { InputError } from "../sources/base/refusals.ts";
import { type Input, peek, prepareInput } from "../sources/input/input.ts";
import { gunzip } from "./browser/gunzip.ts";
import type { Pace } from "./pace.ts";

/** A file that was dropped or chosen. */
export interface DroppedFile {
  /** Its path in the folder that was dropped, or its name. */
  readonly name: string;
  readonly file: Blob;
}

/** The magic number of gzip (RFC 1952, section 2.3.1). */
const GZIP = [0x1f, 0x8b];

/** Opens a file as the command does: gunzips it if it begins with gzip's magic number, and removes UTF-8's byte order mark. */
export async function openFile(file: Blob, pace: Pace, onRead: (bytes: number) => void = () => {}): Promise<Input> {
  const packed = await peek(read(file, pace, onRead), GZIP.length);
  return prepareInput(startsWithBytes(packed.head, GZIP) ? pause(gunzip(packed.chunks), pace) : packed.chunks);
}

async function* read(file: Blob, pace: Pace, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(refuseUnreadable);
      if (done) return;
      onRead(value.length);
      yield value;
      await pace.pause();
    }
  } finally {
    await reader.cancel();
  }
}

async function* pause(chunks: AsyncIterable<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    await pace.pause();
  }
}

function refuseUnreadable(error: Error): never {
  throw new InputError(`It can't be read (${error.message}). If it is a folder, choose it with "Choose a folder".`);
}
