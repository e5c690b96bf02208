import { describe } from "../../lib/describe.ts";
import { parseRows } from "./csv.ts";
import { type Columns, isStudioHeader, parseColumns } from "./csv-columns.ts";
import { parseHeader, parseTable } from "./csv-records.ts";
import { isBlank } from "./fields.ts";
import type { Format } from "./format.ts";

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
    const columns = isEnglish ? parseColumns(heads) : createColumns(heads);
    const curves = parseRows(text, { ...columns, hasDecimalCommas: true }, refuse);
    if (isEnglish) return curves;
    const { position, value } = columns;
    const assumption = `${describe(position.header)} was taken for the position, ${describe(value.header)} for the audience retention.`;
    return curves.map((curve) => ({ ...curve, assumption }));
  },
};

function createColumns(heads: readonly string[]): Columns {
  const [position = "", value = ""] = heads;
  const none = { index: -1, header: "" };
  return {
    width: heads.length,
    position: { index: 0, header: position },
    value: { index: 1, header: value },
    listeners: none,
    guid: none,
    duration: none,
    positions: "percent",
    values: "percentages",
    factor: 1,
    isChart: false,
  };
}

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
