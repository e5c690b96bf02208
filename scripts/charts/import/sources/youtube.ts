import { isObject, type JsonObject } from "../../../../lib/json.ts";
import { RecordError } from "../records/refusals.ts";
import type { CurvePoint } from "./curve.ts";
import { isBlank, parseAmount, parseList } from "./fields.ts";
import type { Format } from "./format.ts";
import { NOT_A_CURVE } from "./refuse.ts";

const POSITION = "elapsedVideoTimeRatio";
const VALUE = "audienceWatchRatio";

/**
 * A report of the YouTube Analytics API with `dimensions=elapsedVideoTimeRatio&metrics=audienceWatchRatio`.
 * 100 % is all views; replays exceed it. A report without data has no rows.
 */
export const youtube: Format<JsonObject> = {
  name: "youtube",
  recognize: ({ columnHeaders }) => readNames(columnHeaders).includes(POSITION),
  parse: ({ columnHeaders, rows }) => {
    const names = readNames(columnHeaders);
    const position = names.indexOf(POSITION);
    const value = names.indexOf(VALUE);
    if (value === -1) throw new RecordError(NOT_A_CURVE, `no column ${VALUE}: request it with metrics=${VALUE}`);
    const bins = parseList(rows ?? [], "rows").flatMap((row, index) => {
      const cells = parseList(row, `rows[${index}]`);
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

/** A ratio is the exclusive end of a hundredth (0.01 to 1); where one is 0, ratios are starts. */
function computeStarts(bins: readonly Bin[]): CurvePoint[] {
  const offset = bins.some(({ ratio }) => ratio === 0) ? 0 : 1;
  return bins.map(({ ratio, share }) => {
    // 100 * 0.07 is 7.000000000000001.
    const at = Math.round(ratio * 1e8) / 1e6 - offset;
    if (at < 0) throw new RecordError(NOT_A_CURVE, `${POSITION} must be 0 or from 0.01 to 1, not ${ratio}`);
    return { at, value: Math.round(share * 10_000) / 100 };
  });
}

/** Columns are known by name: a request may ask for more of them, in any order. */
function readNames(headers: unknown): readonly unknown[] {
  return Array.isArray(headers) ? headers.map((header) => (isObject(header) ? header.name : undefined)) : [];
}
