import type { Chart } from "../chart.ts";
import { CodedError } from "../errors.ts";
import type { Item } from "../item.ts";
import { gunzipSync, gzipSync } from "../packing.ts";

/** What of an item is malformed: a curve, its numbers, or what it says of itself. */
export type MalformedPart = "curve" | "numbers" | "item";

/** Thrown for a chart's item that can't be counted in as it is. */
export class MalformedItemError extends CodedError<"malformed-chart"> {
  override readonly name = "MalformedItemError";
  readonly part: MalformedPart;

  constructor(part: MalformedPart, guid: unknown, problem: string, options?: ErrorOptions) {
    super("malformed-chart", `The chart item of ${JSON.stringify(guid)} is malformed: ${problem}.`, options);
    this.part = part;
  }
}

/**
 * Computes the curve of an episode: the listeners of each second in percent of the peak, to two decimals. The counts
 * `4 3 1` give 100, 75 and 25. The curve is empty if nobody listened.
 *
 * @param counts the listeners of each second
 */
export function computeChart(guid: string, duration: number, counts: Uint32Array): Chart {
  const peak = findPeak(counts, counts.length);
  if (peak === 0) return { guid, duration, data: [] };
  const data = Array.from(counts, (count, time) => ({ time, percentage: computePercentage(count, peak) }));
  return { guid, duration, data };
}

/**
 * Draws counts up to a duration, as {@link computeChart} does. They may be shorter, or longer (see {@link computeCountsEnd}).
 *
 * @param duration seconds
 */
export function drawCounts(guid: string, duration: number, counts: Uint32Array): Chart {
  const seconds = new Uint32Array(Math.ceil(duration));
  seconds.set(counts.subarray(0, seconds.length));
  return computeChart(guid, duration, seconds);
}

/** Computes a count in percent of the curve's peak, to two decimals: 31 of 40 is 77.5. The peak must be above 0. */
export function computePercentage(count: number, peak: number): number {
  return Math.round((count * 10_000) / peak) / 100;
}

/** The most seconds that counts have: 30 days, which is the longest duration that an import takes. */
export const MAX_COUNTS = 30 * 86_400;

/** Counts reach so far at least, in seconds, however short the episode is. */
const MIN_REACH = 6 * 3_600;

/**
 * Computes where an episode's counts end, in seconds: after six hours, or after twice the duration and an hour if that is
 * more. A feed may correct a duration, so they reach beyond it; without an end, one address could fill the item with noise.
 *
 * @param duration seconds
 */
export function computeCountsEnd(duration: number): number {
  return Math.min(MAX_COUNTS, Math.max(MIN_REACH, 2 * Math.ceil(duration) + 3_600));
}

/** Returns the highest count before an episode's end; 0 if there is none. */
export function findPeak(counts: Uint32Array, duration: number): number {
  return counts.subarray(0, Math.ceil(duration)).reduce((max, count) => Math.max(max, count), 0);
}

/**
 * Packs the listeners of each second for the attribute `counts` of a chart's item: the gzip of 32-bit numbers, the least
 * significant byte first. Zeros at the end are left out.
 *
 * @example
 * import { packCounts, unpackCounts } from "./lib/episode/counts.ts";
 *
 * console.log(unpackCounts(packCounts(Uint32Array.of(4, 3, 1, 0)))); // Uint32Array(3) [ 4, 3, 1 ]
 */
export function packCounts(counts: Uint32Array): Uint8Array {
  const length = counts.findLastIndex((count) => count > 0) + 1;
  const bytes = new DataView(new ArrayBuffer(4 * length));
  counts.subarray(0, length).forEach((count, second) => {
    bytes.setUint32(4 * second, count, true);
  });
  return gzipSync(bytes);
}

/**
 * Unpacks what {@link packCounts} packed.
 *
 * @throws Error if the bytes are anything else
 */
export function unpackCounts(packed: Uint8Array): Uint32Array {
  const bytes = gunzipSync(packed, { maxOutputLength: 4 * MAX_COUNTS });
  if (bytes.length % 4 !== 0) throw new RangeError(`counts has ${bytes.length} bytes, which is not a multiple of 4`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, second) => view.getUint32(4 * second, true));
}

/**
 * Returns the counts of an item; none if it has none yet.
 *
 * @throws MalformedItemError if they can't be unpacked
 */
export function readCounts({ guid, counts }: Item): Uint32Array {
  if (counts === undefined) return new Uint32Array();
  try {
    if (counts instanceof Uint8Array) return unpackCounts(counts);
    throw new TypeError("The attribute counts is not binary.");
  } catch (cause) {
    throw new MalformedItemError("numbers", guid, "counts can't be unpacked", { cause });
  }
}
