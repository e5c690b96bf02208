import { Inflate } from "pako";
import { describeCut, describeDamage, requirePadding } from "../../sources/base/gzip.ts";
import type { Gunzip } from "../../sources/base/platform.ts";

/** Bytes that are unpacked at once, and bytes that come out at once. Gzip packs at most 1,000 times. */
const STEP_BYTES = 16 * 1_024;
const CHUNK_BYTES = 256 * 1_024;

/** The byte with which gzip's magic number begins (RFC 1952, section 2.3.1). */
const MEMBER = 0x1f;

/**
 * {@link Gunzip} in a page, whose own DecompressionStream takes one member only. A command does the same with Node.js, in
 * cli/import/zlib-gunzip.ts.
 */
export const gunzip: Gunzip = async function* (chunks) {
  const members = new Members();
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += STEP_BYTES) yield* members.unpack(chunk.subarray(at, at + STEP_BYTES));
  members.requireEnd();
};

class Members {
  #inflate: Inflate | undefined;
  #isPadded = false;
  #unpacked: Uint8Array[] = [];

  unpack(bytes: Uint8Array): Uint8Array[] {
    if (this.#isPadded || (this.#inflate?.ended && bytes[0] !== MEMBER)) this.#pad(bytes);
    else this.#push(this.#inflate?.ended === false ? this.#inflate : this.#open(), bytes);
    return this.#unpacked.splice(0);
  }

  requireEnd(): void {
    if (!this.#inflate?.ended) throw describeCut();
  }

  #open(): Inflate {
    this.#inflate = new Inflate({ chunkSize: CHUNK_BYTES });
    this.#inflate.onData = (part) => void this.#unpacked.push(part);
    return this.#inflate;
  }

  #push(inflate: Inflate, bytes: Uint8Array): void {
    inflate.push(bytes, false);
    if (inflate.err !== 0) throw describeDamage(inflate.msg);
    // Pako goes on with another member itself, so that what it leaves begins with NUL.
    // biome-ignore lint/complexity/useLiteralKeys: pako calls it private, and tells nowhere else how much it left unread.
    const rest = inflate.ended ? inflate["strm"].avail_in : 0;
    if (rest > 0) this.#pad(bytes.subarray(bytes.length - rest));
  }

  #pad(bytes: Uint8Array): void {
    this.#isPadded = true;
    requirePadding(bytes);
  }
}
