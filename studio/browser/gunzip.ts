import { Inflate } from "pako";
import { CUT_OFF, InputError } from "../../sources/base/refusals.ts";
import { type Buffer, view } from "./buffer.ts";

const GARBAGE = "Its gzip is damaged (there is something else after its end). Export or transfer it again.";

/**
 * Uncompresses the members of a gzip. As with `gzip -d`, NUL bytes may follow, and nothing else: see
 * cli/import/input/gunzip.ts.
 *
 * @throws InputError if it is damaged, or if anything but NUL bytes follows
 */
export async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let inflate: Inflate | undefined;
  let ready: Uint8Array[] = [];
  let isPadded = false;
  for await (const chunk of chunks) {
    if (inflate?.ended && !isMember(chunk)) {
      requirePadding(chunk);
      isPadded = true;
      continue;
    }
    if (isPadded) throw new InputError(GARBAGE);
    if (!inflate || inflate.ended) {
      inflate = new Inflate({ chunkSize: 256 * 1_024 });
      inflate.onData = (part) => void ready.push(part);
    }
    inflate.push(chunk, false);
    if (inflate.err !== 0) throw new InputError(`Its gzip is damaged (${inflate.msg}). Export or transfer it again.`);
    for (const part of ready) yield view(part);
    ready = [];
    const rest = inflate.ended ? countRest(inflate) : 0;
    isPadded ||= rest > 0;
    requirePadding(chunk.subarray(chunk.length - rest));
  }
  if (!inflate?.ended) throw new InputError(`Its gzip ends in the middle. ${CUT_OFF}`);
}

/** Checks for gzip's magic number: another member may begin where a read ends. */
function isMember(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f;
}

/** Counts the bytes that were not read, because they are no member. */
function countRest(inflate: Inflate): number {
  return (inflate as unknown as { readonly strm: { readonly avail_in: number } }).strm.avail_in;
}

function requirePadding(bytes: Uint8Array): void {
  if (bytes.some((byte) => byte !== 0)) throw new InputError(GARBAGE);
}
