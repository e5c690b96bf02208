import { InputError } from "../sources/base/refusals.ts";
import { type Input, peek, prepareInput } from "../sources/input/input.ts";
import { view } from "./browser/buffer.ts";
import { gunzip } from "./browser/gunzip.ts";

/** A file that was dropped or chosen. */
export interface DroppedFile {
  /** Its path in the folder that was dropped, or its name. */
  readonly name: string;
  readonly file: Blob;
}

/** Opens a file as the command does: gunzips it if it begins with gzip's magic number, and removes UTF-8's byte order mark. */
export async function openFile({ file }: DroppedFile, onRead: (bytes: number) => void): Promise<Input> {
  const packed = await peek(read(file, onRead), 2);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  return prepareInput(isGzip ? asBuffers(gunzip(packed.chunks as never)) : packed.chunks);
}

async function* read(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onRead(value.length);
      yield view(value) as never;
    }
  } catch (error) {
    throw new InputError(`It can't be read (${(error as Error).message}). Drop it again.`);
  } finally {
    reader.releaseLock();
  }
}

/** The code of sources/ knows Node's Buffer, of which that of the page has what it uses. */
function asBuffers(chunks: AsyncIterable<unknown>): AsyncIterable<Buffer> {
  return chunks as AsyncIterable<Buffer>;
}
