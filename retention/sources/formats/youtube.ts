import { describe } from "../../../lib/describe.ts";
import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { RecordError } from "../base/refusals.ts";
import type { Curve } from "../curve/platform-curve.ts";
import { parseRows } from "./csv.ts";
import { isStudioHeader, parseColumns, parseHeader, parseTable } from "./csv-table.ts";
import { isBlank, parseArray, parseObject, parsePoints } from "./fields.ts";
import type { Format } from "./format.ts";

const POSITION = "elapsedVideoTimeRatio";
const VALUE = "audienceWatchRatio";

/** What else is read of a table of the report. */
const EPISODE_COLUMNS = ["guid", "duration"];

/** A video's id, such as `dQw4w9WgXcQ`. */
const VIDEO = /^[\w-]{11}$/;

/** The filter for where views come from, and its value for those that YouTube Studio shows. */
export const AUDIENCE = "audienceType";
export const ORGANIC = "ORGANIC";

/** Reads the filters of a request, in any order: `video==dQw4w9WgXcQ;audienceType==ORGANIC`. */
export function readFilters({ searchParams }: URL): Map<string, string> {
  const filters = searchParams.getAll("filters").flatMap((text) => text.split(";"));
  const pairs = filters.map((filter) => filter.split("==").map((part) => part.trim()));
  return new Map(pairs.flatMap(([name = "", value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * A report of the YouTube Analytics API with `dimensions=elapsedVideoTimeRatio&metrics=audienceWatchRatio`.
 * 100 % is all views, and replays exceed it. A report without data has no member `rows`.
 */
export const youtube: Format<JsonObject> = {
  name: "youtube",
  source: "youtube",
  members: ["columnHeaders"],
  findKeys: ({ url }) => {
    if (url.searchParams.get("dimensions") !== POSITION) return undefined;
    return VIDEO.exec(readFilters(url).get("video") ?? "")?.slice();
  },
  findAudience: ({ url }) => readFilters(url).get(AUDIENCE)?.toLowerCase().replaceAll("_", "-"),
  recognize: ({ columnHeaders }) => findColumn(readNames(columnHeaders), POSITION) !== -1,
  parse: ({ columnHeaders, rows }) => parseReport(readNames(columnHeaders), rows ?? []),
};

/** The same report as a table, as scripts save it, with columns of `csv` that name the episode. */
export const youtubeTable: Format<string> = {
  name: "youtube",
  source: "youtube",
  recognize: (text) => findColumn(parseHeader(text), POSITION) !== -1,
  parse: (text, refuse) => {
    const headers = parseHeader(text);
    const { position, value } = requireColumns(headers);
    const named = headers.map((header, index) => {
      if (index === position) return "position";
      if (index === value) return "percentage";
      return EPISODE_COLUMNS.includes(header.trim().toLowerCase()) ? header : "";
    });
    return parseRows(text, { ...parseColumns(named, headers), hasDecimalCommas: true }, refuse).map(readRatios);
  },
};

/** The first record of an array is looked for in so many characters. */
const MAX_RECORD_CHARACTERS = 65_536;

/** How the same report begins as an array of records, as pandas saves it: `[{"elapsedVideoTimeRatio":0.01,`. */
const RECORDS = new RegExp(`^\\s*\\[\\s*\\{[^]*?"${[...POSITION].join("_?")}"\\s*:`, "i");

/** The same report as an array of records. */
export const youtubeRecords: Format<string> = {
  name: "youtube",
  source: "youtube",
  recognize: (text) => RECORDS.test(text.slice(0, MAX_RECORD_CHARACTERS)),
  parse: (text) => {
    const records = tryParseJson(text);
    if (!Array.isArray(records)) throw new RecordError("cut-off-array", "It is not a whole JSON array.");
    const rows = parseArray(records, "The array").map((record, index) => parseObject(record, `rows[${index}]`));
    const names = Object.keys(rows[0] ?? {});
    return parseReport(
      names,
      rows.map((row) => names.map((name) => row[name])),
    );
  },
};

function parseReport(names: readonly unknown[], rows: unknown): Curve[] {
  const { position, value } = requireColumns(names);
  const bins = parsePoints(rows, "rows", (row, place) => {
    const cells = parseArray(row, place);
    return [cells[position], cells[value]];
  });
  return [readRatios({ positions: "percent", values: "percentages", ...bins })];
}

/**
 * Reads ratios as percent, and their positions as the starts of bins. Positions are the exclusive ends of hundredths: 0.01,
 * 0.02 … 1 -> 0, 1 … 99. If one is 0, they are starts: 0, 0.01 … 0.99 -> 0, 1 … 99.
 */
function readRatios(curve: Curve): Curve {
  const { points, blanks = [], reach } = curve;
  const offset = [...blanks, ...points.map(({ at }) => at)].includes(0) ? 0 : 1;
  return {
    ...curve,
    points: points.map(({ at, value }) => ({
      at: computeStart(at, offset),
      value: Math.round(value * 10_000) / 100,
    })),
    blanks: blanks.map((ratio) => computeStart(ratio, offset)),
    ...(reach !== undefined && { reach: toPercent(reach) - offset }),
  };
}

function computeStart(ratio: number, offset: number): number {
  const at = toPercent(ratio) - offset;
  if (at >= 0) return at;
  throw new RecordError("not-a-curve", `${POSITION} must be 0 or from 0.01 to 1, not ${ratio}.`);
}

/** Rounded, because 100 * 0.07 is 7.000000000000001. */
function toPercent(ratio: number): number {
  return Math.round(ratio * 1e8) / 1e6;
}

/** @throws RecordError if the report lacks one */
function requireColumns(names: readonly unknown[]): { readonly position: number; readonly value: number } {
  const [position, value] = [findColumn(names, POSITION), findColumn(names, VALUE)];
  if (value !== -1) return { position, value };
  throw new RecordError("no-ratios", `The report has no column ${VALUE}.`);
}

/** Finds a column, also as some programs name it: `elapsed_video_time_ratio`. */
function findColumn(names: readonly unknown[], wanted: string): number {
  return names.findIndex((name) => `${name}`.replaceAll(/[\s_]/g, "").toLowerCase() === wanted.toLowerCase());
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
    const columns = parseColumns(isEnglish ? heads : ["position", "percentage"], heads);
    const curves = parseRows(text, { ...columns, hasDecimalCommas: true }, refuse);
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
  const add = (cells: readonly string[]) => {
    if (!cells.every(isBlank) && positions.length <= MAX_POSITIONS) positions.push(parsePosition(cells[0]));
  };
  const broken = parseTable(text, add, { from: 2 });
  const [first = -1] = positions;
  const last = positions.at(-1) ?? -1;
  const isRunning = positions.every((position, index) => position === first + index);
  return !broken && isRunning && (first === 0 || first === 1) && (last === 99 || last === 100);
}

function parsePosition(cell = ""): number {
  return isBlank(cell) ? Number.NaN : Number(cell.replace(",", "."));
}
