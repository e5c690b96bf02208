import { CsvError, type Options, parse } from "csv-parse/sync";
import type { Refusal } from "../base/refusals.ts";

/** Maximum size of a record in bytes. A quote that is never closed would turn the rest of the file into one record. */
const MAX_RECORD_BYTES = 64 * 1_024;

/** Maximum number of characters that are shown of the parser's message, which may quote a whole cell. */
const MAX_SHOWN = 160;

/** The first line that tells Excel the separator, in quotes or without. */
const SEPARATOR_LINE = /^"?sep=(?<separator>[^"\r\n])"?(?=[\r\n])/i;

/** Called with the cells of a record, the line on which it ends, and its index: the header's is 0. */
type OnRecord = (cells: readonly string[], line: number, index: number) => void;

/**
 * Parses CSV (RFC 4180) record by record. The separator is a comma, a semicolon or a tab, or what a first line such as
 * `sep=;` says. Line breaks may be mixed, and blank lines are skipped.
 *
 * @param text without a byte order mark
 * @returns the refusal of the rest if a quote is not closed or misplaced
 */
export function parseTable(text: string, onRecord: OnRecord): Refusal | undefined {
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

function parseRecords(text: string, onRecord: OnRecord, extent: Options): Refusal | undefined {
  const { separator } = SEPARATOR_LINE.exec(text)?.groups ?? {};
  // The line break stays, so that lines are counted as in the file.
  const table = text.replace(SEPARATOR_LINE, "");
  let index = 0;
  try {
    parse(table, {
      ...extent,
      delimiter: separator ?? findDelimiter(table),
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
    return { line: Number(error.lines), kind: "not CSV", detail: describeError(error) };
  }
}

function describeError({ code, message }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE")
    return "A row has more than 64 KB. Shorten it, or close the quote that makes it so long.";
  const reason = message.length > MAX_SHOWN ? `${message.slice(0, MAX_SHOWN)}…` : message;
  return `It is not valid CSV (${reason}). Close each quote, and write a quote within a cell twice.`;
}

/** Returns the first separator in the first record outside quotes; a comma if there is none. */
function findDelimiter(text: string): string {
  const [record = ""] = text
    .slice(0, MAX_RECORD_BYTES)
    .replace(/"[^"]*"/g, "")
    .replace(/^[\r\n]+/, "")
    .split(/[\r\n]/, 1);
  return /[,;\t]/.exec(record)?.[0] ?? ",";
}
