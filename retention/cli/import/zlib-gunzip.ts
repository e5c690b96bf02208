import { once } from "node:events";
import { createGunzip, type Gunzip as GunzipStream } from "node:zlib";
import type { FileError } from "../../../operate/shell/read-error.ts";
import { describeCut, describeDamage, requirePadding } from "../../sources/base/gzip.ts";
import type { Gunzip } from "../../sources/base/platform.ts";

/** Bytes that are read at once. */
export const READ_BYTES = 256 * 1_024;

/**
 * {@link Gunzip} on Node.js, a third of the work of studio/browser/pako-gunzip.ts, in which a page does the same. Node.js alone
 * would end at the first NUL byte after a member, and ignore the rest.
 */
export const gunzip: Gunzip = async function* (chunks) {
  const stream = createGunzip({ chunkSize: READ_BYTES });
  const feeding = feed(stream, chunks).catch((error: Error) => {
    // After its end, nobody would hear the error.
    if (!stream.readableEnded) stream.destroy(error);
    return error;
  });
  try {
    yield* stream;
  } catch (error) {
    throw error instanceof Error ? convertError(error) : error;
  }
  const error = await feeding;
  if (error) throw error;
};

async function feed(stream: GunzipStream, chunks: AsyncIterable<Uint8Array>): Promise<undefined> {
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

function convertError(error: Error & FileError): Error {
  if (error.code === "Z_BUF_ERROR") return describeCut();
  return error.code?.startsWith("Z_") ? describeDamage(error.message) : error;
}
