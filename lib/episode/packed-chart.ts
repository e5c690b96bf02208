import { countUtf8, encodeUtf8 } from "../bytes.ts";
import { type Chart, MAX_JSON_BYTES } from "../chart.ts";
import { gzipSync } from "../packing.ts";

/** DynamoDB's limit for an item: 400 KB. */
const MAX_ITEM_BYTES = 400 * 1_024;

/** Thrown for a chart that is too long to be sent or stored. */
export class LimitError extends RangeError {
  override readonly name = "LimitError";
  readonly bytes: number;
  readonly limit: number;

  constructor(bytes: number, limit: number, message: string) {
    super(message);
    this.bytes = bytes;
    this.limit = limit;
  }
}

/** Checks whether DynamoDB has refused an item as invalid, as it does one of more than 400 KB. */
export function isTooLarge(error: unknown): error is Error {
  return error instanceof Error && error.name === "ValidationException";
}

/** Checks for our limits, and DynamoDB's. */
export function isOverLimit(error: unknown): error is Error {
  return error instanceof LimitError || isTooLarge(error);
}

/** A chart as the importer writes it: the answer's JSON, compressed, beside the attributes that `charts list` shows. */
export interface PackedChart {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  /** The number of the curve's points. */
  readonly points: number;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** The answer's JSON, compressed with gzip. */
  readonly chart: Uint8Array;
}

/**
 * Packs a chart for CHARTS_TABLE.
 *
 * @param otherBytes the size of what belongs to it besides, such as counts
 * @param maxBytes the limit for both; by default that of an item
 * @throws LimitError if its JSON exceeds 5 MB (the answer's limit), or if it exceeds `maxBytes`. At one point per second
 *   with two decimals, 400 KB allow at least 18 hours.
 * @example
 * import { gunzipSync } from "node:zlib";
 * import { packChart } from "./lib/episode/packed-chart.ts";
 *
 * const data = [{ time: 0, percentage: 100 }, { time: 30, percentage: 82 }];
 * const item = packChart({ guid: "my-episode", duration: 60, data }, new Date());
 * console.log(item.points); // 2
 * console.log(JSON.parse(gunzipSync(item.chart)).data[1].percentage); // 82
 */
export function packChart(
  { guid, duration, data }: Chart,
  updatedAt: Date,
  otherBytes = 0,
  maxBytes = MAX_ITEM_BYTES,
): PackedChart {
  const json = encodeUtf8(JSON.stringify({ guid, duration, data }));
  if (json.length > MAX_JSON_BYTES) {
    const megabytes = Math.ceil(json.length / 1e5) / 10;
    throw new LimitError(json.length, MAX_JSON_BYTES, `The chart is ${megabytes} MB of JSON; the limit is 5 MB.`);
  }
  const packed = { guid, duration, points: data.length, updatedAt: updatedAt.toISOString(), chart: gzipSync(json) };
  const bytes = computeItemBytes(packed) + otherBytes;
  if (bytes > maxBytes) {
    const problem = `The chart is ${Math.ceil(bytes / 1_024)} KB packed; the limit is ${maxBytes / 1_024} KB.`;
    throw new LimitError(bytes, maxBytes, problem);
  }
  return packed;
}

/** Computes an upper bound: DynamoDB counts the bytes of names, texts and binaries, and at most 21 for a number. */
function computeItemBytes(item: PackedChart): number {
  const names = Object.keys(item).join("").length;
  return names + countUtf8(item.guid) + item.updatedAt.length + item.chart.length + 2 * 21;
}
