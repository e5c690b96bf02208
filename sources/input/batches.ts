import { concatBytes } from "../../lib/bytes.ts";
import type { Refusal } from "../base/refusals.ts";
import type { Batch, ByteRange, Scanner } from "./batch.ts";

/**
 * Maximum length of a record in bytes, checked once per chunk. A longer record is refused, and its bytes are dropped.
 */
const MAX_RECORD_BYTES = 16 * 1_024 * 1_024;

const NOTHING = new Uint8Array();

/** Splits an input into batches of whole records, one for each chunk. Refuses records of more than 16 MB. */
export async function* readBatches(
  chunks: AsyncIterable<Uint8Array>,
  scanner: Scanner,
  refuse: (refusal: Refusal) => void,
): AsyncGenerator<Batch> {
  let open: Uint8Array = NOTHING;
  let isTooLong = false;
  /** Refuses a record that was too long once its end is found: it is then the first one to end. */
  const takeSpans = (spans: ByteRange[]): ByteRange[] => {
    const tooLong = isTooLong ? spans.shift() : undefined;
    if (!tooLong) return spans;
    isTooLong = false;
    const detail = `The record has more than ${MAX_RECORD_BYTES / 1_024 / 1_024} MB. Shorten it, or leave it out.`;
    refuse({ line: tooLong.line, kind: "too long", detail });
    return spans;
  };
  for await (const chunk of chunks) {
    const bytes = open.length > 0 ? concatBytes([open, chunk]) : chunk;
    const spans: ByteRange[] = [];
    scanner.scan(bytes, open.length, bytes.length, spans);
    yield { bytes, spans: takeSpans(spans) };
    if (scanner.isBroken) break;
    open = bytes.subarray(scanner.open.start);
    isTooLong ||= open.length > MAX_RECORD_BYTES;
    if (isTooLong) open = NOTHING;
    scanner.open.start = 0;
  }
  const spans: ByteRange[] = [];
  scanner.finish(isTooLong ? undefined : open, spans);
  yield { bytes: open, spans: takeSpans(spans) };
  scanner.requireEnd();
}
