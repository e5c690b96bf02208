import { CUT_OFF, RecordError } from "../base/refusals.ts";
import { type Columns, isKnownHeader, parseColumns } from "./csv-columns.ts";
import { parseHeader, parseTable } from "./csv-records.ts";
import { CsvRows } from "./csv-rows.ts";
import type { Format } from "./format.ts";
import type { Curve } from "./platform-curve.ts";
import type { Refuse } from "./refuse.ts";

/** Any table with a column of positions and a column of values. With a column `guid`, it may hold several episodes. */
export const csv: Format<string> = {
  name: "csv",
  source: "csv",
  recognize: (text) => isKnownHeader(parseHeader(text)),
  parse: (text, refuse) => parseRows(text, parseColumns(parseHeader(text)), refuse),
};

/** Parses the curves in the rows of a table, after its header. */
export function parseRows(text: string, columns: Columns, refuse: Refuse): readonly Curve[] {
  if (columns.duration.index !== -1) requireLastBreak(text);
  const rows = new CsvRows(columns, refuse);
  const broken = parseTable(text, (cells, line, index) => {
    if (index > 0) rows.add(cells, line);
  });
  if (!broken) return rows.finish();
  refuse(broken);
  return [];
}

/** Databases and this service end each line. Platforms do not, and have no durations in their tables. */
function requireLastBreak(text: string): void {
  if (/[\r\n]$/.test(text)) return;
  const problem = "The last line has no line break, as every line of a table with durations must have.";
  throw new RecordError("cut off", `${problem} ${CUT_OFF}`);
}
