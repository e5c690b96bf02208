import { type Chart, isAmount, isPoint, type Point } from "../../../lib/chart.ts";
import { isKey, MAX_KEY_BYTES } from "../../../lib/item.ts";
import { describe, parseJsonObject } from "./records/json.ts";
import { RecordError } from "./records/refusals.ts";

const KIND = "not a chart";

/**
 * Parses a chart; its values are taken verbatim, its points put into ascending time.
 *
 * @throws RecordError if it is none
 */
export function parseChart(bytes: Uint8Array): Chart {
  const { guid, duration, data } = parseJsonObject(bytes);
  if (!isKey(guid))
    throw new RecordError(KIND, `guid must be a text of 1 to ${MAX_KEY_BYTES} bytes, not ${describe(guid)}`);
  if (!isAmount(duration) || duration > Number.MAX_SAFE_INTEGER)
    throw new RecordError(KIND, `duration must be seconds, not ${describe(duration)}`);
  if (!Array.isArray(data)) throw new RecordError(KIND, `data must be a list of points, not ${describe(data)}`);
  return { guid, duration, data: data.map(parsePoint).sort((one, other) => one.time - other.time) };
}

function parsePoint(value: unknown, index: number): Point {
  if (isPoint(value)) return { time: value.time, percentage: value.percentage };
  throw new RecordError(
    KIND,
    `data[${index}] must have a time and a percentage, both numbers from 0, not ${describe(value)}`,
  );
}
