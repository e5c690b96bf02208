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
type TableFault = Fact<"not-csv" | "too-long-row">;

/** Called with the cells of a record, and the line on which it ends. */
type OnRecord = (cells: readonly string[], line: number) => void;

/**
 * Parses CSV (RFC 4180) record by record. The separator is a comma, a semicolon or a tab, or what a first line such as
 * `sep=;` says. Line breaks may be mixed, and blank lines are skipped.
 *
 * @param text without a byte order mark
 * @param extent `{ from: 2 }` for all records but the header
 * @returns the refusal of the rest if a quote is not closed or misplaced
 */
export function parseTable(text: string, onRecord: OnRecord, extent: Options = {}): TableFault | undefined {
  // The line break stays, so that lines are counted as in the file.
  const table = text.replace(SEPARATOR_LINE, "");
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
        onRecord(cells, lines);
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

/** Parses the first record. Returns an empty array if there is no record. */
export function parseHeader(text: string): readonly string[] {
  let header: readonly string[] = [];
  const onRecord: OnRecord = (cells) => {
    header = cells;
  };
  parseTable(text.slice(0, MAX_RECORD_BYTES), onRecord, { to: 1 });
  return header;
}

function refuseRest({ code, message, lines }: CsvError): TableFault {
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

/** A column of a table. */
export interface Column {
  readonly index: number;
  /** Its name as written in the table. */
  readonly head: string;
  /** In lower case, and as a format calls it that has its own names. */
  readonly name: string;
}

/** The columns of a table that are read, and their units. */
export interface Columns {
  /** The number of all columns. */
  readonly width: number;
  readonly position: Column;
  readonly value: Column;
  /** Counts beside percentages. */
  readonly listeners: Column | undefined;
  readonly guid: Column | undefined;
  /** The episode's duration in seconds, in each of its rows. */
  readonly duration: Column | undefined;
  /** What the curve is from. */
  readonly source: Column | undefined;
  readonly positions: Curve["positions"];
  readonly values: Curve["values"];
  /** Factor by which positions are multiplied: 60 if they are minutes, otherwise 1. */
  readonly factor: number;
  /** Whether the header is CHART_COLUMNS, with or without `source`. */
  readonly isChart: boolean;
  /** Whether a comma may stand before decimals, because no cell has thousands. */
  readonly hasDecimalCommas?: true;
}

function listColumns(headers: readonly string[], shown = headers): Column[] {
  return shown.map((head, index) => ({ index, head, name: (headers[index] ?? "").trim().toLowerCase() }));
}

/** Checks whether a table has a curve, or is known not to have one. A table of events has positions, but no values. */
export function isKnownHeader(headers: readonly string[]): boolean {
  const columns = listColumns(headers);
  const hasCurve = findColumn(columns, POSITIONS) && findColumn(columns, VALUES);
  return hasCurve !== undefined || findTableWithoutCurve(columns) !== undefined;
}

/** Checks whether the values of a table are YouTube Studio's, in English. */
export function isStudioHeader(headers: readonly string[]): boolean {
  return isKnownHeader(headers) && findColumn(listColumns(headers), VALUES)?.name === STUDIO;
}

/**
 * Parses a header.
 *
 * @param shown as the table has it, if a format has its own names for the columns
 * @throws RecordError if it has no column of positions or none of values
 */
export function parseColumns(headers: readonly string[], shown = headers): Columns {
  const columns = listColumns(headers, shown);
  const known = findTableWithoutCurve(columns);
  if (known) throw new RecordError(...known.refusal);
  const position = requireColumn(columns, POSITIONS, "positions");
  const value = requireColumn(columns, VALUES, "values");
  requireOneOfCounts(columns);
  const listeners = COUNTS.includes(value.name) ? undefined : findColumn(columns, COUNTS);
  const [guid, duration, source] = [GUID, DURATION, SOURCE_COLUMN].map((name) => findColumn(columns, [name]));
  for (const column of [position, value, listeners, guid, duration, source]) if (column) requireOnce(columns, column);
  return {
    width: shown.length,
    position,
    value,
    listeners,
    guid,
    duration,
    source,
    positions: PERCENT.includes(position.name) ? "percent" : "seconds",
    values: PERCENTAGES.includes(value.name) ? "percentages" : "counts",
    factor: MINUTES.includes(position.name) ? 60 : 1,
    isChart: [CHART_COLUMNS, [...CHART_COLUMNS, SOURCE_COLUMN]].some((chart) => headers.join() === chart.join()),
  };
}

function findTableWithoutCurve(columns: readonly Column[]) {
  return TABLES_WITHOUT_CURVE.find((table) => table.columns.every((name) => findColumn(columns, [name])));
}

function requireColumn(columns: readonly Column[], names: readonly string[], content: "positions" | "values"): Column {
  const column = findColumn(columns, names);
  if (column) return column;
  const found = columns.map(({ head }) => describe(head)).join(", ");
  throw new RecordError(`no-${content}`, `The table has no column of ${content}, only ${found}.`, { names });
}

/** Two columns of counts may be of two audiences. */
function requireOneOfCounts(columns: readonly Column[]): void {
  const found = columns.filter(({ name }) => COUNTS.includes(name));
  if (new Set(found.map(({ name }) => name)).size < 2) return;
  const problem = `The table has several columns of counts, ${found.map(({ head }) => describe(head)).join(" and ")}.`;
  throw new RecordError("several-counts", problem);
}

function requireOnce(columns: readonly Column[], { index, head, name }: Column): void {
  if (columns.every((other) => other.index === index || other.name !== name)) return;
  throw new RecordError("column-twice", `The table has the column ${describe(head)} twice.`);
}

/** Finds the first column that has the first of some names. */
function findColumn(columns: readonly Column[], names: readonly string[]): Column | undefined {
  return names.map((wanted) => columns.find(({ name }) => name === wanted)).find((column) => column !== undefined);
}
