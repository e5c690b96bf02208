import type { Answer } from "../api.ts";
import { decodeUtf8 } from "../bytes.ts";
import { type Chart, isAmount, isPoint, MAX_JSON_BYTES, tryParseChart } from "../chart.ts";
import { HttpError } from "../errors.ts";
import { gunzipSync } from "../gzip.ts";
import type { Item } from "../item.ts";
import { findCurve, listCurves, type StoredCurve } from "./curves.ts";

/**
 * Answers with one of the curves of an item: the source's, else the one that {@link findCurve} selects. A curve is packed,
 * as the importer writes it, or plain, as other tools do:
 *
 *     { guid: "ep-1", duration: 60, points: 2, chart: <gzip of the answer's JSON> }
 *     { guid: "ep-1", duration: 60, data: [{ time: 0, percentage: 100 }, { time: 30, percentage: 82 }] }
 *
 * @throws HttpError 404 if there is no item or no such curve with points
 * @throws TypeError if the curve is malformed
 */
export function answerChart(item: Item | undefined, source: string | undefined, acceptsGzip: boolean): Answer {
  if (!item) throw new HttpError(404, "Episode not found");
  const curve = findCurve(item, source);
  if (!curve) throw new HttpError(404, "No data found for the episode");
  const { headers, ...answer } = answerCurve(curve, acceptsGzip);
  const sources = listCurves(item).map((each) => each.source);
  return { ...answer, headers: { ...headers, ...composeHeaders(curve), "Chart-Sources": sources.join(", ") } };
}

/** Answers with a curve, and the headers of its form. */
export function answerCurve({ attributes }: Pick<StoredCurve, "attributes">, acceptsGzip: boolean): Answer {
  return attributes.chart === undefined
    ? { body: JSON.stringify(parsePlain(attributes)) }
    : answerPacked(attributes, acceptsGzip);
}

/** Reads a curve as it is answered; undefined if it is malformed. */
export function tryReadCurve(attributes: Item): Chart | undefined {
  try {
    const { body } = answerCurve({ attributes }, false);
    return tryParseChart(JSON.parse(String(body)));
  } catch {
    return undefined;
  }
}

/** Composes what is known of a curve, and the time of its last update (RFC 9110, section 8.8.2). */
function composeHeaders({ source, listeners, attributes }: StoredCurve): Record<string, string> {
  const { updatedAt } = attributes;
  const time = new Date(typeof updatedAt === "string" ? updatedAt : Number.NaN);
  return {
    ...(!Number.isNaN(time.getTime()) && { "Last-Modified": time.toUTCString() }),
    "Chart-Source": source,
    ...(isAmount(listeners) && listeners > 0 && { "Chart-Listeners": String(listeners) }),
  };
}

function answerPacked({ guid, chart }: Item, acceptsGzip: boolean): Answer {
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
    return decodeUtf8(gunzipSync(chart, { maxOutputLength: MAX_JSON_BYTES }));
  } catch (cause) {
    throw malformed(guid, "chart can't be decompressed", { cause });
  }
}

/** Checks for gzip's magic number (RFC 1952, section 2.3.1). */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function parsePlain({ guid, duration, data }: Item): Chart {
  if (!Array.isArray(data)) throw malformed(guid, "data is not a list");
  if (typeof guid !== "string" || !isAmount(duration))
    throw malformed(guid, "guid is not a string, or duration is not a number of seconds");
  if (!data.every(isPoint)) throw malformed(guid, "data has an element that is not a point");
  const points = data.map(({ time, percentage }) => ({ time, percentage }));
  return { guid, duration, data: points.sort((one, other) => one.time - other.time) };
}

function malformed(guid: unknown, part: string, options?: ErrorOptions): TypeError {
  const reason = `The chart item of ${JSON.stringify(guid)} is malformed: ${part}.`;
  return new TypeError(`${reason} Import the chart again, or delete it.`, options);
}
