import { type Chart, isAmount, isPoint, type Point } from "../../../lib/chart.ts";
import { isKey, MAX_KEY_BYTES } from "../../../lib/item.ts";
import { describe, parseJsonObject } from "./records/json.ts";
import { RecordError } from "./records/refusals.ts";

const KIND = "not a chart";

/** The least number above 0 that DynamoDB stores. */
const MIN_NUMBER = 1e-130;

/**
 * Parses a chart; its values are taken verbatim, its points put into ascending time.
 *
 * @throws RecordError if it is none, has no points, or has one beyond its duration
 */
export function parseChart(bytes: Uint8Array): Chart {
  const { guid, duration, data } = parseJsonObject(bytes);
  if (!isKey(guid))
    throw new RecordError(KIND, `guid must be a text of 1 to ${MAX_KEY_BYTES} bytes, not ${describe(guid)}`);
  if (!isDuration(duration)) {
    const range = `0, or from ${MIN_NUMBER} to ${Number.MAX_SAFE_INTEGER}`;
    throw new RecordError(KIND, `duration must be seconds (${range}), not ${describe(duration)}`);
  }
  if (!Array.isArray(data)) throw new RecordError(KIND, `data must be a list of points, not ${describe(data)}`);
  if (data.length === 0) throw new RecordError("without points", "data has no points");
  const points = data.map(parsePoint);
  requireWithin(duration, points);
  return { guid, duration, data: points.sort((one, other) => one.time - other.time) };
}

/** Whether DynamoDB can store it as it is: the charts table has it as a number. */
function isDuration(value: unknown): value is number {
  return isAmount(value) && (value === 0 || value >= MIN_NUMBER) && value <= Number.MAX_SAFE_INTEGER;
}

function parsePoint(value: unknown, index: number): Point {
  if (isPoint(value)) return { time: value.time, percentage: value.percentage };
  throw new RecordError(
    KIND,
    `data[${index}] must have a time and a percentage, both numbers from 0, not ${describe(value)}`,
  );
}

function requireWithin(duration: number, points: readonly Point[]): void {
  for (const [index, { time }] of points.entries())
    if (time > duration)
      throw new RecordError("beyond its duration", `data[${index}].time is ${time}, and the duration ${duration}`);
}
