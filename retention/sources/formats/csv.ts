import { describeMember } from "../../../lib/describe.ts";
import { isSource, SOURCE_FORM } from "../../../lib/source.ts";
import { rearm } from "../base/csv-record.ts";
import { CUT_OFF, NOT_A_CURVE, RecordError, type Refuse, tryOrRefuse } from "../base/refusals.ts";
import {
  type Columns,
  findBeside,
  isKnownHeader,
  parseColumns,
  parseHeader,
  parseTable,
  SOURCE_COLUMN,
} from "./csv-table.ts";
import { CLOCK_MINUTES, isBlank, parseAmount, parseSeconds, tryParseText } from "./fields.ts";
import type { Format } from "./format.ts";
import { MinuteSeconds } from "./minute-seconds.ts";
import { type Curve, type CurvePoint, computeReach, findRepeated, MAX_POINTS } from "./platform-curve.ts";
import { SplitNumbers } from "./split-numbers.ts";
import { Thousands } from "./thousands.ts";

/** Any table with a column of positions and a column of values. With a column `guid`, it may hold several episodes. */
export const csv: Format<string> = {
  name: "csv",
  source: "csv",
  recognize: (text) => isKnownHeader(parseHeader(text)),
  parse: (text, refuse) => parseRows(text, parseColumns(parseHeader(text)), refuse),
};

/** Parses the curves in the rows of a table, after its header. */
export function parseRows(text: string, columns: Columns, refuse: Refuse): readonly Curve[] {
  if (columns.duration !== -1) requireLastBreak(text);
  const rows = new CsvRows({ ...columns, beside: findBeside(text, columns) }, refuse);
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

const DECIMAL_COMMA = /^(\s*\d+),(\d+\s*)$/;

/** The rows of one GUID and source, or of a table without them. */
interface Episode {
  readonly guid: string | undefined;
  readonly source: string | undefined;
  /** Line on which its first row ends. */
  readonly line: number;
  readonly duration: number | undefined;
  readonly points: RowPoint[];
  /** The starts of the rows without a value. */
  readonly blanks: number[];
  /** What is beside percentages. */
  readonly counts: CurvePoint[];
  /** What shows that its numbers mean others than they say. */
  readonly suspicions: Suspicions;
}

interface Suspicions {
  readonly times: Thousands;
  readonly counts: Thousands;
  readonly split: SplitNumbers;
  readonly minutes: MinuteSeconds;
}

interface RowPoint extends CurvePoint {
  readonly line: number;
}

/** Groups rows by GUID and source. If a row is bad, its curve is refused, and no other. */
export class CsvRows {
  readonly #columns: Columns;
  readonly #refuse: Refuse;
  readonly #episodes = new Map<string, Episode>();
  readonly #refused = new Set<string>();

  constructor(columns: Columns, refuse: Refuse) {
    this.#columns = columns;
    this.#refuse = refuse;
  }

  add(cells: readonly string[], line: number): void {
    const guid = this.#parseGuid(cells[this.#columns.guid]);
    const key = JSON.stringify([guid, tryParseText(cells[this.#columns.source])]);
    if (this.#refused.has(key) || cells.every(isBlank)) return;
    this.#tryOrRefuse(key, line, () => {
      const episode = this.#episodes.get(key) ?? this.#createEpisode(guid, cells, line);
      this.#episodes.set(key, episode);
      this.#addRow(episode, cells, line);
    });
  }

  /** Returns the curves of all episodes without a bad row. */
  finish(): Curve[] {
    const { positions, values, guid, factor, isChart } = this.#columns;
    for (const [key, { line, points, suspicions }] of this.#episodes) {
      const repeated = isChart ? undefined : findRepeated(points);
      if (repeated) this.#tryOrRefuse(key, repeated.line, () => this.#failRepeated(repeated));
      else if (!isChart) this.#tryOrRefuse(key, line, () => this.#requireNumbers(suspicions));
    }
    return [...this.#episodes.values()].map(({ line, suspicions, ...episode }) => {
      const starts = [...episode.points.map(({ at }) => at), ...episode.blanks];
      const reach = isChart ? {} : { reach: computeReach(starts, factor) };
      return {
        ...episode,
        isTable: true,
        isChart,
        positions,
        values,
        line: guid === -1 ? undefined : line,
        ...reach,
      };
    });
  }

  /** Keeps the spaces only in a chart of this service: its GUID may have them. */
  #parseGuid(cell = ""): string | undefined {
    return tryParseText(rearm(this.#columns.isChart ? cell : cell.trim()));
  }

  #createEpisode(guid: string | undefined, cells: readonly string[], line: number): Episode {
    const split = new SplitNumbers(this.#nameColumn(this.#columns.beside));
    const suspicions = { times: new Thousands(), counts: new Thousands(), split, minutes: new MinuteSeconds() };
    const source = parseSourceCell(cells[this.#columns.source]);
    const duration = this.#parseSeconds(cells);
    return { guid, source, line, duration, points: [], blanks: [], counts: [], suspicions };
  }

  #addRow(episode: Episode, cells: readonly string[], line: number): void {
    this.#verifyRow(episode, cells);
    const { points, blanks, counts, suspicions } = episode;
    const { position, value, listeners, factor } = this.#columns;
    const parseStart = () => factor * this.#parseNumber(cells, position);
    // A row without a value may be a footer, without a position either.
    if (isBlank(cells[value])) {
      const start = tryOrRefuse(parseStart, () => {});
      if (start !== undefined) blanks.push(start);
      return;
    }
    const at = parseStart();
    if (!isBlank(cells[listeners])) counts.push({ at, value: this.#parseNumber(cells, listeners) });
    points.push({ at, value: this.#parseNumber(cells, value), line });
    this.#suspect(suspicions, cells);
    suspicions.minutes.add(at / factor);
    if (points.length > MAX_POINTS)
      throw notACurve(
        `A curve can have at most ${MAX_POINTS} points. Delete rows, or add a guid column if there are several episodes.`,
      );
  }

  #verifyRow({ duration }: Episode, cells: readonly string[]): void {
    if (!cells.slice(this.#columns.headers.length).every(isBlank))
      throw notACurve(
        "The row has more cells than the header. Write decimals with a point, and quote cells that contain a separator.",
      );
    if (this.#parseSeconds(cells) !== duration)
      throw notACurve("The duration must be the same in all rows of an episode. It differs from the first row's.");
  }

  #suspect({ times, counts, split }: Suspicions, cells: readonly string[]): void {
    const { position, value, beside } = this.#columns;
    const readText = (column = -1) => cells[column]?.trim() ?? "";
    times.add(readText(position));
    counts.add(readText(value));
    split.add(readText(value), readText(beside));
  }

  /** A cell has a comma only if the comma is not the separator, or if the cell is quoted. */
  #parseNumber(cells: readonly string[], column: number): number {
    const cell = cells[column];
    const number = this.#columns.hasDecimalCommas ? cell?.replace(DECIMAL_COMMA, "$1.$2") : cell;
    const isOfMinutes = this.#columns.factor > 1 && column === this.#columns.position;
    return parseAmount(number, this.#nameColumn(column), isOfMinutes ? CLOCK_MINUTES : undefined);
  }

  #parseSeconds(cells: readonly string[]): number | undefined {
    const { duration, isChart } = this.#columns;
    const [cell, header] = [cells[duration], this.#nameColumn(duration)];
    // Platforms write 0 for an unknown duration. A chart of this service may have the duration 0.
    return isChart && !isBlank(cell) ? parseAmount(cell, header) : parseSeconds(cell, header);
  }

  /** Percent have no thousands. */
  #requireNumbers({ times, counts, split, minutes }: Suspicions): void {
    const { position, value, positions, values, factor } = this.#columns;
    if (split.found !== undefined)
      throw notACurve(`The cells ${split.found} may be one number. Write decimals with a point.`);
    if (factor > 1 && minutes.isLikely) failMinuteSeconds(this.#nameColumn(position));
    if (positions === "seconds" && times.found !== undefined) failThousands(this.#nameColumn(position), times.found);
    if (values === "counts" && counts.found !== undefined) failThousands(this.#nameColumn(value), counts.found);
  }

  #failRepeated({ at }: RowPoint): never {
    const { position, factor } = this.#columns;
    const wayOut = "Keep one of the rows. From YouTube Studio, import All.csv or Organic.csv, not a file by segment.";
    throw notACurve(`${this.#nameColumn(position)} ${at / factor} occurs twice. ${wayOut}`);
  }

  #nameColumn(column = -1): string {
    return this.#columns.headers[column] ?? "";
  }

  #tryOrRefuse(key: string, line: number, act: () => void): void {
    tryOrRefuse(act, (refusal) => {
      this.#refused.add(key);
      this.#episodes.delete(key);
      this.#refuse({ line, ...refusal });
    });
  }
}

/** Parses what a curve is from, as the member of a chart in JSON. Returns undefined if it does not say. */
function parseSourceCell(cell: string | undefined): string | undefined {
  const source = tryParseText(cell)?.trim();
  if (source === undefined || isSource(source)) return source;
  const wayOut = "If the column is something else, delete or rename it.";
  throw notACurve(`${describeMember(SOURCE_COLUMN, SOURCE_FORM, source)} ${wayOut}`);
}

function failThousands(header: string, text: string): never {
  const problem = `${header} ${text} may be ${text.replace(".", "")} or ${Number(text)}.`;
  throw notACurve(`${problem} Write numbers without thousands separators, and not with three decimals.`);
}

function failMinuteSeconds(header: string): never {
  const problem = `No fraction of ${header} is above .59, so 1.30 may be 1:30.`;
  throw notACurve(`${problem} Write times in seconds, in a column time.`);
}

function notACurve(detail: string): RecordError {
  return new RecordError(NOT_A_CURVE, detail);
}
