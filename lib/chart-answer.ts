import type { Answer } from "./api.ts";
import { type Chart, isAmount, isPoint, MAX_JSON_BYTES, type Point } from "./chart.ts";
import { HttpError } from "./errors.ts";
import type { Item } from "./item.ts";

/** A gzip member's header and trailer. */
const MIN_GZIP_BYTES = 18;

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
  if (!isPoint(value)) throw malformed("a point of data");
  return { time: value.time, percentage: value.percentage };
}

function noData(): HttpError {
  return new HttpError(404, "No data found for the episode");
}

function malformed(part: string): TypeError {
  return new TypeError(`Malformed chart item: ${part}`);
}
