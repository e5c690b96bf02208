import { Z_NO_FLUSH, Z_OK, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit2, zlibInflateReset } from "pako";
import { startsWithBytes } from "./byte-arrays.ts";
import { InputError } from "./refusals.ts";

/** RFC 1952, section 2.3.1. */
const MAGIC_NUMBER = [0x1f, 0x8b];

/** Number of bytes that {@link isGzip} needs. */
export const MAGIC_BYTES = MAGIC_NUMBER.length;

export function isGzip(head: Uint8Array): boolean {
  return startsWithBytes(head, MAGIC_NUMBER);
}

/** As `inflateInit2` of zlib has it: deflate's largest window, 2^15 bytes, and 16 for a gzip. */
const WINDOW_BITS = 15 + 16;

/** The most bytes that come out at once. */
const CHUNK_BYTES = 256 * 1_024;

/**
 * Uncompresses a gzip of one or more members, which NUL bytes may follow: tapes are padded with them, and `gzip -d` accepts them.
 *
 * @throws InputError if it is damaged or cut off, or if anything else follows its end
 */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const members = new GzipMembers();
  for await (const chunk of chunks) yield* members.unpack(chunk);
  members.requireEnd();
}

/** The members of a gzip, of which chunk after chunk is unpacked. */
export class GzipMembers {
  readonly #stream = new ZStream();
  #hasEnded = false;
  #isPadded = false;

  constructor() {
    zlibInflateInit2(this.#stream, WINDOW_BITS);
  }

  /** @throws InputError if it is damaged, or if anything but NUL bytes follows its end */
  *unpack(chunk: Uint8Array): Generator<Uint8Array> {
    const stream = this.#stream;
    stream.input = chunk;
    stream.next_in = 0;
    stream.avail_in = chunk.length;
    while (stream.avail_in > 0) {
      if (this.#hasEnded) {
        const rest = chunk.subarray(stream.next_in);
        this.#isPadded ||= rest[0] === 0;
        if (this.#isPadded) return requirePadding(rest);
        zlibInflateReset(stream);
      }
      if (stream.avail_out === 0) {
        stream.output = new Uint8Array(CHUNK_BYTES);
        stream.next_out = 0;
        stream.avail_out = CHUNK_BYTES;
      }
      const start = stream.next_out;
      const status = zlibInflate(stream, Z_NO_FLUSH);
      if (status < Z_OK) throw describeDamage(stream.msg);
      if (stream.next_out > start) yield stream.output.subarray(start, stream.next_out);
      this.#hasEnded = status === Z_STREAM_END;
    }
  }

  /** @throws InputError if it is cut off */
  requireEnd(): void {
    if (!this.#hasEnded) throw new InputError("cut-off", "Its gzip ends in the middle.");
  }
}

function requirePadding(bytes: Uint8Array): void {
  if (bytes.some((byte) => byte !== 0)) throw describeDamage("there is something else after its end");
}

function describeDamage(reason: string): InputError {
  return new InputError("damaged-gzip", `Its gzip is damaged (${reason}).`);
}
