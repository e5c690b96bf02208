import { once } from "node:events";
import { createGunzip, type Gunzip } from "node:zlib";
import { InputError } from "../../sources/base/refusals.ts";

/** Bytes that are read at once. */
export const READ_BYTES = 256 * 1_024;

const GARBAGE = "Its gzip is damaged (there is something else after its end). Export or transfer it again.";

/**
 * Uncompresses the members of a gzip. As with `gzip -d`, NUL bytes may follow, with which tapes are padded, and nothing
 * else. Node.js would end at the first NUL byte after a member, and ignore the rest.
 *
 * @throws InputError if anything but NUL bytes follows
 */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: READ_BYTES });
  const feeding = feed(stream, chunks).catch((error: Error) => {
    // After its end, nobody would hear the error.
    if (!stream.readableEnded) stream.destroy(error);
    return error;
  });
  yield* stream;
  const error = await feeding;
  if (error) throw error;
}

async function feed(stream: Gunzip, chunks: AsyncIterable<Uint8Array>): Promise<undefined> {
  // It ends with the last member, even if not all that was written is read then.
  const end = once(stream, "end");
  end.catch(() => {});
  let written = 0;
  for await (const chunk of chunks) {
    if (stream.readableEnded) {
      requirePadding(chunk);
      continue;
    }
    written += chunk.length;
    await Promise.race([new Promise((resolve) => stream.write(chunk, resolve)), end]);
    if (stream.bytesWritten === written) continue;
    await end;
    requirePadding(chunk.subarray(stream.bytesWritten - written));
  }
  stream.end();
}

function requirePadding(bytes: Uint8Array): void {
  if (bytes.some((byte) => byte !== 0)) throw new InputError(GARBAGE);
}
