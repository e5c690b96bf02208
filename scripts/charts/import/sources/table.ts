import { CsvError, type Options, parse } from "csv-parse/sync";
import type { Refusal } from "../records/refusals.ts";

/** The longest record, in characters. A quote that is never closed would turn the rest of the file into one record. */
const MAX_RECORD_LENGTH = 64 * 1_024;

/** The longest message of the parser that is shown, in characters: it may quote a whole cell. */
const MAX_SHOWN = 160;

const SPECIAL = /[",;\t\r\n]/;

/** Takes a record's cells, and the line on which the record ends. */
type Take = (cells: readonly string[], line: number) => void;

/**
 * Parses CSV (RFC 4180) record by record. The separator is a comma, a semicolon or a tab; line breaks may
 * be mixed; blank lines are skipped.
 *
 * @param text without a byte order mark
 * @returns the refusal of the rest, if the quotes break somewhere
 */
export function parseTable(text: string, take: Take): Refusal | undefined {
  return parseRecords(text, take, {});
}

/** The cells of the first record; none if there is no record. */
export function parseHeader(text: string): readonly string[] {
  let header: readonly string[] = [];
  const take: Take = (cells) => {
    header = cells;
  };
  parseRecords(text.slice(0, MAX_RECORD_LENGTH), take, { to: 1 });
  return header;
}

/** Formats a record. Cells with a separator that parseTable knows, a quote or a line break are quoted (RFC 4180). */
export function formatRecord(cells: readonly string[]): string {
  return cells.map((cell) => (SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}

function parseRecords(text: string, take: Take, extent: Options): Refusal | undefined {
  try {
    parse(text, {
      ...extent,
      delimiter: findDelimiter(text),
      max_record_size: MAX_RECORD_LENGTH,
      record_delimiter: ["\r\n", "\n", "\r"],
      // The caller knows the columns, and judges missing and extra cells.
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells, { lines }) => {
        take(cells, lines);
        // The parser keeps no record, so memory does not grow with the file.
        return null;
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { line: Number(error.lines), kind: "not CSV", detail: error.message.slice(0, MAX_SHOWN) };
  }
}

/** The first separator in the first record, outside quotes. */
function findDelimiter(text: string): string {
  const [record = ""] = text
    .slice(0, MAX_RECORD_LENGTH)
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split(/[\r\n]/, 1);
  return /[,;\t]/.exec(record)?.[0] ?? ",";
}
