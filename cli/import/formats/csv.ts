import { isKnownHeader, parseColumns } from "./csv-columns.ts";
import { parseHeader, parseTable } from "./csv-records.ts";
import { CsvRows } from "./csv-rows.ts";
import type { Format } from "./format.ts";

/**
 * Any table with a column of positions and a column of values, such as YouTube Studio's audience retention. With
 * a column `guid`, it may hold several episodes.
 */
export const csv: Format<string> = {
  name: "csv",
  recognize: (text) => isKnownHeader(parseHeader(text)),
  parse: (text, refuse) => {
    const rows = new CsvRows(parseColumns(parseHeader(text)), refuse);
    let isHeader = true;
    const broken = parseTable(text, (cells, line) => {
      if (!isHeader) rows.add(cells, line);
      isHeader = false;
    });
    if (!broken) return rows.finish();
    refuse(broken);
    return [];
  },
};
