import { decodeUtf8 } from "../bytes.ts";
import { type Chart, isAmount, isPoint, MAX_JSON_BYTES, tryParseChart } from "../chart.ts";
import type { Item } from "../item.ts";
import { gunzipSync } from "../packing.ts";
import { MalformedItemError } from "./counts.ts";

/**
 * Decodes a curve as it lies in an item: packed, as the importer writes it, or plain, as other tools do:
 *
 *     { guid: "ep-1", duration: 60, source: "own", points: 2, chart: <gzip of the chart's JSON> }
 *     { guid: "ep-1", duration: 60, data: [{ time: 0, percentage: 100 }, { time: 30, percentage: 82 }] }
 *
 * @returns the chart's JSON, of a packed curve as it was packed
 * @throws MalformedItemError if the curve is malformed
 */
export function decodeCurve(attributes: Item): string {
  return attributes.chart === undefined ? JSON.stringify(parsePlain(attributes)) : unpack(attributes);
}

/** Reads a curve; undefined if it is malformed. */
export function tryReadCurve(attributes: Item): Chart | undefined {
  try {
    return tryParseChart(JSON.parse(decodeCurve(attributes)));
  } catch {
    return undefined;
  }
}

/** Returns a packed curve as it is. @throws MalformedItemError if it is not gzip (RFC 1952, section 2.3.1: its magic number) */
export function readPacked({ guid, chart }: Item): Uint8Array {
  if (chart instanceof Uint8Array && chart[0] === 0x1f && chart[1] === 0x8b) return chart;
  throw malformed(guid, "chart is not gzip");
}

function unpack(attributes: Item): string {
  const packed = readPacked(attributes);
  try {
    return decodeUtf8(gunzipSync(packed, { maxOutputLength: MAX_JSON_BYTES }));
  } catch (cause) {
    throw malformed(attributes.guid, "chart can't be decompressed", { cause });
  }
}

function parsePlain({ guid, duration, data }: Item): Chart {
  if (!Array.isArray(data)) throw malformed(guid, "data is not a list");
  if (typeof guid !== "string" || !isAmount(duration))
    throw malformed(guid, "guid is not a string, or duration is not a number of seconds");
  if (!data.every(isPoint)) throw malformed(guid, "data has an element that is not a point");
  const points = data.map(({ time, percentage }) => ({ time, percentage }));
  return { guid, duration, data: points.sort((one, other) => one.time - other.time) };
}

function malformed(guid: unknown, problem: string, options?: ErrorOptions): MalformedItemError {
  return new MalformedItemError("curve", guid, problem, options);
}
