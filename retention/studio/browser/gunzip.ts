import { Inflate } from "pako";
import { CUT_OFF, InputError } from "../../sources/base/refusals.ts";

const GARBAGE = "Its gzip is damaged (there is something else after its end). Export or transfer it again.";

/** Bytes that are unpacked at once, and bytes that come out at once. Gzip packs at most 1,000 times. */
const STEP_BYTES = 16 * 1_024;
const CHUNK_BYTES = 256 * 1_024;

/** The byte with which gzip's magic number begins (RFC 1952, section 2.3.1). */
const MEMBER = 0x1f;

/**
 * Uncompresses the members of a gzip. As with `gzip -d`, NUL bytes may follow, and nothing else: see
 * cli/import/gunzip.ts.
 *
 * @throws InputError if it is damaged, or if anything but NUL bytes follows
 */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const members = new Members();
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += STEP_BYTES) yield* members.unpack(chunk.subarray(at, at + STEP_BYTES));
  members.requireEnd();
}

class Members {
  #inflate: Inflate | undefined;
  #isPadded = false;
  #unpacked: Uint8Array[] = [];

  unpack(bytes: Uint8Array): Uint8Array[] {
    const isBetween = this.#inflate?.ended ?? true;
    if (isBetween && this.#inflate && bytes[0] !== MEMBER) this.#pad(bytes);
    else if (this.#isPadded) throw new InputError(GARBAGE);
    else this.#push(isBetween ? this.#open() : this.#inflate, bytes);
    return this.#unpacked.splice(0);
  }

  requireEnd(): void {
    if (!this.#inflate?.ended) throw new InputError(`Its gzip ends in the middle. ${CUT_OFF}`);
  }

  #open(): Inflate {
    this.#inflate = new Inflate({ chunkSize: CHUNK_BYTES });
    this.#inflate.onData = (part) => void this.#unpacked.push(part);
    return this.#inflate;
  }

  #push(inflate: Inflate | undefined, bytes: Uint8Array): void {
    if (!inflate) return;
    inflate.push(bytes, false);
    if (inflate.err !== 0) throw new InputError(`Its gzip is damaged (${inflate.msg}). Export or transfer it again.`);
    // biome-ignore lint/complexity/useLiteralKeys: pako calls it private, and tells nowhere else how much it left unread.
    const rest = inflate.ended ? inflate["strm"].avail_in : 0;
    if (rest > 0) this.#pad(bytes.subarray(bytes.length - rest));
  }

  #pad(bytes: Uint8Array): void {
    this.#isPadded = true;
    if (bytes.some((byte) => byte !== 0)) throw new InputError(GARBAGE);
  }
}
