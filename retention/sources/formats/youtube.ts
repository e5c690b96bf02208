import { describe } from "../../../lib/describe.ts";
import { isObject, type JsonObject } from "../../../lib/json.ts";
import { NOT_A_CURVE, RecordError } from "../base/refusals.ts";
import { parseRows } from "./csv.ts";
import { isStudioHeader, parseColumns, parseHeader, parseTable } from "./csv-table.ts";
import { isBlank, parseArray, parsePoints } from "./fields.ts";
import type { Format } from "./format.ts";

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
    const bins = parseArray(rows ?? [], "rows").map((row, index) => {
      const place = `rows[${index}]`;
      const cells = parseArray(row, place);
      return [cells[position], cells[value], place] as const;
    });
    const { points, blanks } = parsePoints(bins);
    const offset = [...blanks, ...points.map(({ at }) => at)].includes(0) ? 0 : 1;
    return [
      {
        positions: "percent",
        values: "percentages",
        points: points.map(({ at, value }) => ({
          at: computeStart(at, offset),
          value: Math.round(value * 10_000) / 100,
        })),
        blanks: blanks.map((ratio) => computeStart(ratio, offset)),
      },
    ];
  },
};

/**
 * Computes the start of a bin in percent. Ratios are the exclusive ends of hundredths: 0.01, 0.02 … 1 -> 0, 1 … 99.
 * If a ratio is 0, they are starts: 0, 0.01 … 0.99 -> 0, 1 … 99.
 */
function computeStart(ratio: number, offset: number): number {
  // Rounded, because 100 * 0.07 is 7.000000000000001.
  const at = Math.round(ratio * 1e8) / 1e6 - offset;
  if (at < 0) throw new RecordError(NOT_A_CURVE, `${POSITION} must be 0 or from 0.01 to 1, not ${ratio}.`);
  return at;
}

/** Reads the names of the columns. A request may ask for other columns too, in any order. */
function readNames(headers: unknown): readonly unknown[] {
  return Array.isArray(headers) ? headers.map((header) => (isObject(header) ? header.name : undefined)) : [];
}

/** How a head ends in every language: `(%)`, with or without a space before it, or in full-width brackets. */
const PERCENT_HEAD = /[(（]\s*[%％٪]\s*[)）][\s\p{Cf}]*$/u;

/** Position, absolute retention and, in some files, retention compared to other videos. */
const WIDTHS = [2, 3];

/** The most positions of a table: 0 to 100. */
const MAX_POSITIONS = 101;

/**
 * YouTube Studio's audience retention. 100 % is all views. In English, its header says so; in any other language, its
 * shape: heads that end in `(%)`, above positions in percent, one after another.
 */
export const youtubeStudio: Format<string> = {
  name: "csv",
  source: "youtube",
  recognize: (text) => isStudioHeader(parseHeader(text)) || hasShape(text),
  parse: (text, refuse) => {
    const heads = parseHeader(text);
    const isEnglish = isStudioHeader(heads);
    const columns = parseColumns(isEnglish ? heads : ["position", "percentage"]);
    const curves = parseRows(text, { ...columns, headers: heads, hasDecimalCommas: true }, refuse);
    if (isEnglish) return curves;
    const [position = "", value = ""] = heads;
    const assumption = `${describe(position)} was taken for the position, ${describe(value)} for the audience retention.`;
    return curves.map((curve) => ({ ...curve, assumption }));
  },
};

/** Checks whether all heads end in `(%)`, and the first column runs from 0 or 1 to 99 or 100 in steps of one. */
function hasShape(text: string): boolean {
  const heads = parseHeader(text);
  if (!WIDTHS.includes(heads.length) || !heads.every((head) => PERCENT_HEAD.test(head))) return false;
  const positions: number[] = [];
  const broken = parseTable(text, (cells, _, index) => {
    if (index > 0 && !cells.every(isBlank) && positions.length <= MAX_POSITIONS)
      positions.push(parsePosition(cells[0]));
  });
  const [first = -1] = positions;
  const last = positions.at(-1) ?? -1;
  const isRunning = positions.every((position, index) => position === first + index);
  return !broken && isRunning && (first === 0 || first === 1) && (last === 99 || last === 100);
}

function parsePosition(cell = ""): number {
  return isBlank(cell) ? Number.NaN : Number(cell.replace(",", "."));
}
