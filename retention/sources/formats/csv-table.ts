import { CsvError, type Options, parse } from "#csv-parse";
import { describe } from "../../../lib/describe.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { RecordError } from "../base/refusals.ts";
import type { Curve } from "../curve/platform-curve.ts";

/** Maximum size of a record in bytes. A quote that is never closed would turn the rest of the file into one record. */
const MAX_RECORD_BYTES = 64 * 1_024;

/** Maximum number of characters that are shown of the parser's message, which may quote a whole cell. */
const MAX_SHOWN = 160;

/** The first line that tells Excel the separator, in quotes or without. */
const SEPARATOR_LINE = /^"?sep=(?<separator>[^"\r\n])"?(?=[\r\n])/i;

/** Why the rest of a table can't be read. */
type Broken = Fact<"not-csv" | "too-long-row">;

/** Called with the cells of a record, the line on which it ends, and its index: the header's is 0. */
type OnRecord = (cells: readonly string[], line: number, index: number) => void;

/**
 * Parses CSV (RFC 4180) record by record. The separator is a comma, a semicolon or a tab, or what a first line such as
 * `sep=;` says. Line breaks may be mixed, and blank lines are skipped.
 *
 * @param text without a byte order mark
 * @returns the refusal of the rest if a quote is not closed or misplaced
 */
export function parseTable(text: string, onRecord: OnRecord): Broken | undefined {
  return parseRecords(text, onRecord, {});
}

/** Parses the first record. Returns an empty array if there is no record. */
export function parseHeader(text: string): readonly string[] {
  let header: readonly string[] = [];
  const onRecord: OnRecord = (cells) => {
    header = cells;
  };
  parseRecords(text.slice(0, MAX_RECORD_BYTES), onRecord, { to: 1 });
  return header;
}

function parseRecords(text: string, onRecord: OnRecord, extent: Options): Broken | undefined {
  // The line break stays, so that lines are counted as in the file.
  const table = text.replace(SEPARATOR_LINE, "");
  let index = 0;
  try {
    parse(table, {
      ...extent,
      delimiter: findSeparator(text),
      max_record_size: MAX_RECORD_BYTES,
      record_delimiter: ["\r\n", "\n", "\r"],
      // The caller knows the columns, and checks for missing and extra cells.
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells, { lines }) => {
        onRecord(cells, lines, index++);
        // Without records to keep, the memory of the parser does not grow with the file.
        return null;
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuseRest(error);
  }
}

function refuseRest({ code, message, lines }: CsvError): Broken {
  const line = Number(lines);
  if (code === "CSV_MAX_RECORD_SIZE") return createFact("too-long-row", "A row has more than 64 KB.", { line });
  const reason = message.length > MAX_SHOWN ? `${message.slice(0, MAX_SHOWN)}…` : message;
  return createFact("not-csv", `It is not valid CSV (${reason}).`, { line });
}

/** Returns what `sep=` says, else the first separator in the first record outside quotes; a comma if there is none. */
function findSeparator(text: string): string {
  const { separator } = SEPARATOR_LINE.exec(text)?.groups ?? {};
  if (separator !== undefined) return separator;
  const [record = ""] = text
    .slice(0, MAX_RECORD_BYTES)
    .replace(/"[^"]*"/g, "")
    .replace(/^[\r\n]+/, "")
    .split(/[\r\n]/, 1);
  return /[,;\t]/.exec(record)?.[0] ?? ",";
}

/**
 * Header of `charts get --print csv`, after which a platform's chart has its source. A table with exactly this header, with or
 * without `source`, holds charts of this service.
 */
export const CHART_COLUMNS = ["time", "percentage", "guid", "duration"];

/** Column names in lower case. If a table has several names of a list, the first one in the list is used, but of counts. */
const SECONDS = ["time", "second"];
const MINUTES = ["minute"];
const PERCENT = ["position", "video position (%)"];
/** YouTube Studio's. */
const STUDIO = "absolute audience retention (%)";
const PERCENTAGES = ["percentage", STUDIO];
const COUNTS = ["listeners", "viewers", "count"];
const GUID = "guid";
const DURATION = "duration";
export const SOURCE_COLUMN = "source";

const POSITIONS = [...SECONDS, ...MINUTES, ...PERCENT];
const VALUES = [...PERCENTAGES, ...COUNTS];

const DETAILED = ["detailed-activity", "Detailed activity.csv has no retention."] as const;

/** Provenance tables without retention. A table is one of these if it has all of the columns. */
const TABLES_WITHOUT_CURVE = [
  { columns: ["table", "episode_id"], refusal: ["harborfm-table", "HarborFM's CSV has no retention."] },
  { columns: ["started watching"], refusal: DETAILED },
  { columns: ["stopped watching"], refusal: DETAILED },
] as const;

/** The columns of a table by their indexes, -1 for one that it does not have, and their units. */
export interface Columns {
  /** The names of all columns, as written in the table. */
  readonly headers: readonly string[];
  readonly position: number;
  readonly value: number;
  /** Counts beside percentages. */
  readonly listeners: number;
  readonly guid: number;
  /** The episode's duration in seconds, in each of its rows. */
  readonly duration: number;
  /** What the curve is from. */
  readonly source: number;
  readonly positions: Curve["positions"];
  readonly values: Curve["values"];
  /** Factor by which positions are multiplied: 60 if they are minutes, otherwise 1. */
  readonly factor: number;
  /** Whether the header is CHART_COLUMNS, with or without `source`. */
  readonly isChart: boolean;
  /** Whether a comma may stand before decimals, because no cell has thousands. */
  readonly hasDecimalCommas?: true;
}

/** Checks whether a table has a curve, or is known not to have one. A table of events has positions, but no values. */
export function isKnownHeader(headers: readonly string[]): boolean {
  const hasCurve = [POSITIONS, VALUES].every((names) => findColumn(headers, names) !== -1);
  return hasCurve || findTableWithoutCurve(headers) !== undefined;
}

/** Checks whether the values of a table are YouTube Studio's, in English. */
export function isStudioHeader(headers: readonly string[]): boolean {
  return isKnownHeader(headers) && readName(headers, findColumn(headers, VALUES)) === STUDIO;
}

/** Parses a header. @throws RecordError if it has no column of positions or none of values */
export function parseColumns(headers: readonly string[]): Columns {
  const known = findTableWithoutCurve(headers);
  if (known) throw new RecordError(...known.refusal);
  const position = requireColumn(headers, POSITIONS, "positions");
  const value = requireColumn(headers, VALUES, "values");
  const guid = findColumn(headers, [GUID]);
  const duration = findColumn(headers, [DURATION]);
  const source = findColumn(headers, [SOURCE_COLUMN]);
  requireOneOfCounts(headers);
  const [positionName, valueName] = [readName(headers, position), readName(headers, value)];
  const listeners = findColumn(headers, COUNTS.includes(valueName) ? [] : COUNTS);
  for (const column of [position, value, listeners, guid, duration, source]) requireOnce(headers, column);
  return {
    headers,
    position,
    value,
    listeners,
    guid,
    duration,
    source,
    positions: PERCENT.includes(positionName) ? "percent" : "seconds",
    values: PERCENTAGES.includes(valueName) ? "percentages" : "counts",
    factor: MINUTES.includes(positionName) ? 60 : 1,
    isChart: [CHART_COLUMNS, [...CHART_COLUMNS, SOURCE_COLUMN]].some((chart) => headers.join() === chart.join()),
  };
}

function findTableWithoutCurve(headers: readonly string[]) {
  return TABLES_WITHOUT_CURVE.find(({ columns }) => columns.every((name) => findColumn(headers, [name]) !== -1));
}

function requireColumn(headers: readonly string[], names: readonly string[], content: "positions" | "values"): number {
  const column = findColumn(headers, names);
  if (column !== -1) return column;
  const found = headers.map((header) => describe(header)).join(", ");
  throw new RecordError(`no-${content}`, `The table has no column of ${content}, only ${found}.`, { names });
}

/** Two columns of counts may be of two audiences. */
function requireOneOfCounts(headers: readonly string[]): void {
  const found = headers.filter((header) => COUNTS.includes(normalize(header)));
  if (new Set(found.map(normalize)).size < 2) return;
  const problem = `The table has several columns of counts, ${found.map((header) => describe(header)).join(" and ")}.`;
  throw new RecordError("several-counts", problem);
}

function requireOnce(headers: readonly string[], column: number): void {
  if (column === -1 || headers.map(normalize).lastIndexOf(readName(headers, column)) === column) return;
  const problem = `The table has the column ${describe(headers[column] ?? "")} twice.`;
  throw new RecordError("column-twice", problem);
}

function findColumn(headers: readonly string[], names: readonly string[]): number {
  const normalized = headers.map(normalize);
  return names.map((name) => normalized.indexOf(name)).find((found) => found !== -1) ?? -1;
}

/** Reads the name of a column; an empty one if the table does not have the column. */
function readName(headers: readonly string[], column: number): string {
  return normalize(headers[column] ?? "");
}

function normalize(header: string): string {
  return header.trim().toLowerCase();
}
