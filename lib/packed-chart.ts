import { gzipSync } from "node:zlib";
import { type Chart, MAX_JSON_BYTES } from "./chart.ts";

/** DynamoDB's limit for an item, in bytes. */
const MAX_ITEM_BYTES = 400 * 1_024;

/** A chart that is too long to be answered or stored. */
export class LimitError extends RangeError {
  override readonly name = "LimitError";
  readonly bytes: number;
  readonly limit: number;

  constructor(bytes: number, limit: number, what: string) {
    super(`${bytes.toLocaleString("en")} bytes ${what}`);
    this.bytes = bytes;
    this.limit = limit;
  }
}

/** A chart as the importer writes it: the whole answer, compressed, beside what a listing shows. */
export interface PackedChart {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  /** How many points the curve has. */
  readonly points: number;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** The gzip of the answer's JSON. */
  readonly chart: Uint8Array;
}

/**
 * Packs a chart.
 *
 * @throws LimitError if it is too long to be answered (5 MB of JSON) or stored (400 KB packed), with
 *   the limit's name
 */
export function packChart({ guid, duration, data }: Chart, updatedAt: Date): PackedChart {
  const json = Buffer.from(JSON.stringify({ guid, duration, data }));
  requireWithin(json.length, MAX_JSON_BYTES, "of JSON, an answer can have 5 MB");
  const packed = { guid, duration, points: data.length, updatedAt: updatedAt.toISOString(), chart: gzipSync(json) };
  requireWithin(computeItemBytes(packed), MAX_ITEM_BYTES, "packed, a DynamoDB item can have 409,600 (400 KB)");
  return packed;
}

/** Rounded up: DynamoDB takes at most 21 bytes for a number, and the bytes of names, texts and binaries. */
function computeItemBytes(item: PackedChart): number {
  const names = Object.keys(item).join("").length;
  return names + Buffer.byteLength(item.guid) + item.updatedAt.length + item.chart.length + 2 * 21;
}

function requireWithin(bytes: number, limit: number, what: string): void {
  if (bytes > limit) throw new LimitError(bytes, limit, what);
}
