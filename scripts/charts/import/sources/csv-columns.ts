import { RecordError } from "../records/refusals.ts";
import type { Curve } from "./curve.ts";
import { NOT_A_CURVE, show, WITHOUT_CURVE } from "./refuse.ts";

/** The header that `charts get --csv` prints. A table with it holds charts of this service. */
export const CHART_COLUMNS = ["time", "percentage", "guid", "duration"];

/** Column names in lower case. If a table has several of a list, the first of the list counts. */
const SECONDS = ["time", "second"];
const MINUTES = ["minute"];
const PERCENT = ["position", "video position (%)"];
const PERCENTAGES = ["percentage", "absolute audience retention (%)"];
const COUNTS = ["listeners", "viewers", "count"];
const GUID = "guid";
const DURATION = "duration";

const POSITIONS = [...SECONDS, ...MINUTES, ...PERCENT];
const VALUES = [...PERCENTAGES, ...COUNTS];

const ALL_CSV = "Detailed activity.csv has no retention: import All.csv or Organic.csv";

/** Tables without retention that have some of these columns. */
const DEAD_ENDS = [
  { columns: ["table", "episode_id"], wayOut: "HarborFM's CSV has no retention: use the JSON export" },
  { columns: ["started watching"], wayOut: ALL_CSV },
  { columns: ["stopped watching"], wayOut: ALL_CSV },
];

/** A column of a table; its index is -1 if the table does not have it. */
interface Column {
  readonly index: number;
  /** Its name, as the table writes it. */
  readonly header: string;
}

/** What the columns of a table mean. */
export interface Columns {
  /** The number of columns. */
  readonly width: number;
  readonly position: Column;
  readonly value: Column;
  readonly guid: Column;
  /** The episode's length in seconds, in each of its rows. */
  readonly duration: Column;
  readonly positions: Curve["positions"];
  readonly values: Curve["values"];
  /** The factor from a position to seconds: 60 for minutes, else 1. */
  readonly unit: number;
  /** Whether these are the columns that `charts get --csv` prints. */
  readonly isChart: boolean;
}

/** Whether at least one column is known. */
export function isKnownHeader(headers: readonly string[]): boolean {
  return findColumn(headers, [...POSITIONS, ...VALUES, GUID]).index !== -1;
}

/** Finds the columns of a table. @throws RecordError if it has no positions or no values */
export function parseColumns(headers: readonly string[]): Columns {
  const deadEnd = DEAD_ENDS.find(({ columns }) => columns.every((name) => findColumn(headers, [name]).index !== -1));
  if (deadEnd) throw new RecordError(WITHOUT_CURVE, deadEnd.wayOut);
  const position = requireColumn(headers, POSITIONS, "position");
  const value = requireColumn(headers, VALUES, "value");
  return {
    width: headers.length,
    position,
    value,
    guid: findColumn(headers, [GUID]),
    duration: findColumn(headers, [DURATION]),
    positions: PERCENT.includes(normalize(position.header)) ? "percent" : "seconds",
    values: PERCENTAGES.includes(normalize(value.header)) ? "percentages" : "counts",
    unit: MINUTES.includes(normalize(position.header)) ? 60 : 1,
    isChart: headers.join() === CHART_COLUMNS.join(),
  };
}

function requireColumn(headers: readonly string[], names: readonly string[], what: string): Column {
  const column = findColumn(headers, names);
  if (column.index !== -1) return column;
  const found = headers.map((header) => show(header)).join(", ");
  const detail = `no ${what} column (${names.join(", ")}) among ${found}`;
  throw new RecordError(NOT_A_CURVE, `${detail}: switch YouTube Studio to English, or rename the columns`);
}

function findColumn(headers: readonly string[], names: readonly string[]): Column {
  const normalized = headers.map(normalize);
  const index = names.map((name) => normalized.indexOf(name)).find((found) => found !== -1) ?? -1;
  return { index, header: headers[index] ?? "" };
}

function normalize(header: string): string {
  return header.trim().toLowerCase();
}
