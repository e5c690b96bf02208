import { gzipSync } from "node:zlib";
import type { Answer } from "./api.ts";
import { HttpError } from "./errors.ts";
import type { Item } from "./item.ts";

/** An episode's performance curve, in the form in which POST /charts answers it. */
export interface Chart {
  /** The episode's GUID, verbatim. */
  readonly guid: string;
  /** The episode's length in seconds. */
  readonly duration: number;
  /** In ascending time. */
  readonly data: readonly Point[];
}

/** One point of a curve; both numbers are finite and not negative. */
export interface Point {
  /** Seconds from the start of the episode. */
  readonly time: number;
  /** Percent of the curve's peak; above 100 only in sources that count replays. */
  readonly percentage: number;
}

/** What an answer's JSON may take, in bytes: Lambda's limit for an answer is 6 MB, with its envelope. */
const MAX_JSON_BYTES = 5_000_000;

/** DynamoDB's limit for an item, in bytes. */
const MAX_ITEM_BYTES = 400 * 1_024;

/** A gzip member's header and trailer. */
const MIN_GZIP_BYTES = 18;

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

/** Whether a value is a finite number that is not negative, as times, percentages and durations are. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}

/**
 * Packs a chart.
 *
 * @throws RangeError if it is too long to be answered (5 MB of JSON) or stored (400 KB packed), with
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
  if (bytes > limit) throw new RangeError(`${bytes.toLocaleString("en")} bytes ${what}`);
}

/**
 * Answers with the chart in an item, packed or plain.
 *
 * @throws HttpError 404 if there is no item or its curve is empty
 * @throws TypeError if the item is malformed
 */
export async function answerChart(item: Item | undefined, acceptsGzip: boolean): Promise<Answer> {
  if (!item) throw new HttpError(404, "Episode not found");
  if (item.chart !== undefined) return answerPacked(item, acceptsGzip);
  return { body: JSON.stringify(parsePlain(item)) };
}

async function answerPacked({ chart, points }: Item, acceptsGzip: boolean): Promise<Answer> {
  if (points === 0) throw noData();
  if (!(chart instanceof Uint8Array && isGzip(chart))) throw malformed("chart is not gzip");
  const headers = { Vary: "Accept-Encoding" };
  if (!acceptsGzip) return { headers, body: await unpack(chart) };
  return {
    headers: { ...headers, "Content-Encoding": "gzip" },
    body: Buffer.from(chart).toString("base64"),
    isBase64Encoded: true,
  };
}

/** Most clients take gzip: node:zlib, which a cold start would pay for, is loaded for the others only. */
async function unpack(chart: Uint8Array): Promise<string> {
  const { gunzipSync } = await import("node:zlib");
  return gunzipSync(chart, { maxOutputLength: MAX_JSON_BYTES }).toString();
}

/**
 * Whether bytes begin as a gzip member does, and end with the size of an answer (RFC 1952, section 2.3.1).
 * The end of one that breaks off is as good as random: of a thousand, one passes for a size.
 */
function isGzip(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes.length < MIN_GZIP_BYTES) return false;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  return size <= MAX_JSON_BYTES;
}

function parsePlain({ guid, duration, data = [] }: Item): Chart {
  if (!Array.isArray(data)) throw malformed("data is not a list");
  if (data.length === 0) throw noData();
  if (typeof guid !== "string" || !isAmount(duration)) throw malformed("guid or duration");
  return { guid, duration, data: data.map(parsePoint).sort((one, other) => one.time - other.time) };
}

function parsePoint(value: unknown): Point {
  const { time, percentage } = Object(value) as Item;
  if (!isAmount(time) || !isAmount(percentage)) throw malformed("a point of data");
  return { time, percentage };
}

function noData(): HttpError {
  return new HttpError(404, "No data found for the episode");
}

function malformed(part: string): TypeError {
  return new TypeError(`Malformed chart item: ${part}`);
}
