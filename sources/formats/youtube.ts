import { isObject, type JsonObject } from "../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import { isBlank, parseAmount, parseArray } from "./fields.ts";
import type { Format } from "./format.ts";
import type { CurvePoint } from "./platform-curve.ts";
import { NOT_A_CURVE } from "./refuse.ts";

const POSITION = "elapsedVideoTimeRatio";
const VALUE = "audienceWatchRatio";

/** The filter of a request for one video: `video==dQw4w9WgXcQ`. */
const VIDEO = /^video==([\w-]{11})$/;

/**
 * A report of the YouTube Analytics API with `dimensions=elapsedVideoTimeRatio&metrics=audienceWatchRatio`.
 * 100 % is all views, and replays exceed it. A report without data has no member `rows`.
 */
export const youtube: Format<JsonObject> = {
  name: "youtube",
  source: "youtube",
  members: ["columnHeaders"],
  findKeys: ({ url: { searchParams } }) =>
    searchParams.get("dimensions") === POSITION ? VIDEO.exec(searchParams.get("filters") ?? "")?.slice(1) : undefined,
  recognize: ({ columnHeaders }) => readNames(columnHeaders).includes(POSITION),
  parse: ({ columnHeaders, rows }) => {
    const names = readNames(columnHeaders);
    const position = names.indexOf(POSITION);
    const value = names.indexOf(VALUE);
    if (value === -1)
      throw new RecordError(NOT_A_CURVE, `The report has no column ${VALUE}. Request it with metrics=${VALUE}.`);
    const bins = parseArray(rows ?? [], "rows").flatMap((row, index) => {
      const cells = parseArray(row, `rows[${index}]`);
      if (isBlank(cells[value])) return [];
      const ratio = parseAmount(cells[position], `${POSITION} of rows[${index}]`);
      return [{ ratio, share: parseAmount(cells[value], `${VALUE} of rows[${index}]`) }];
    });
    return [{ positions: "percent", values: "percentages", points: computeStarts(bins) }];
  },
};

interface Bin {
  readonly ratio: number;
  readonly share: number;
}

/**
 * Computes the start of each bin in percent. Ratios are the exclusive ends of hundredths: 0.01, 0.02 … 1 -> 0, 1 … 99.
 * If a ratio is 0, they are starts: 0, 0.01 … 0.99 -> 0, 1 … 99.
 */
function computeStarts(bins: readonly Bin[]): CurvePoint[] {
  const offset = bins.some(({ ratio }) => ratio === 0) ? 0 : 1;
  return bins.map(({ ratio, share }) => {
    // Rounded, because 100 * 0.07 is 7.000000000000001.
    const at = Math.round(ratio * 1e8) / 1e6 - offset;
    if (at < 0) throw new RecordError(NOT_A_CURVE, `${POSITION} must be 0 or from 0.01 to 1, not ${ratio}.`);
    return { at, value: Math.round(share * 10_000) / 100 };
  });
}

/** Reads the names of the columns. A request may ask for other columns too, in any order. */
function readNames(headers: unknown): readonly unknown[] {
  return Array.isArray(headers) ? headers.map((header) => (isObject(header) ? header.name : undefined)) : [];
}
