import { gunzipSync } from "node:zlib";
import type { Answer } from "./api.ts";
import { type Chart, isAmount, isPoint, MAX_JSON_BYTES } from "./chart.ts";
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
export function answerChart(item: Item | undefined, acceptsGzip: boolean): Answer {
  if (!item) throw new HttpError(404, "Episode not found");
  if (item.chart !== undefined) return answerPacked(item, acceptsGzip);
  return { body: JSON.stringify(parsePlain(item)) };
}

function answerPacked({ guid, chart, points }: Item, acceptsGzip: boolean): Answer {
  if (points === 0) throw noData();
  if (!(chart instanceof Uint8Array && isGzip(chart))) throw malformed(guid, "chart is not gzip");
  const headers = { Vary: "Accept-Encoding" };
  if (!acceptsGzip) return { headers, body: unpack(guid, chart) };
  return {
    headers: { ...headers, "Content-Encoding": "gzip" },
    body: Buffer.from(chart).toString("base64"),
    isBase64Encoded: true,
  };
}

function unpack(guid: unknown, chart: Uint8Array): string {
  try {
    return gunzipSync(chart, { maxOutputLength: MAX_JSON_BYTES }).toString();
  } catch (cause) {
    throw malformed(guid, "chart can't be unpacked", { cause });
  }
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
  if (!Array.isArray(data)) throw malformed(guid, "data is not a list");
  if (data.length === 0) throw noData();
  if (typeof guid !== "string" || !isAmount(duration)) throw malformed(guid, "guid or duration");
  if (!data.every(isPoint)) throw malformed(guid, "a point of data");
  const points = data.map(({ time, percentage }) => ({ time, percentage }));
  return { guid, duration, data: points.sort((one, other) => one.time - other.time) };
}

function noData(): HttpError {
  return new HttpError(404, "No data found for the episode");
}

function malformed(guid: unknown, part: string, options?: ErrorOptions): TypeError {
  return new TypeError(`Malformed chart item of ${JSON.stringify(guid)}: ${part}`, options);
}
