import { max, pairs } from "d3-array";
import { describeMember } from "../../../lib/describe.ts";
import { isSource, SOURCE_FORM } from "../../../lib/source.ts";
import { rearm } from "../base/csv-record.ts";
import { createFact } from "../base/facts.ts";
import { WHOLE_NUMBER } from "../base/member-values.ts";
import { RecordError, type Refusal, type Refuse, tryOrRefuse } from "../base/refusals.ts";
import { type Curve, type CurvePoint, computeReach, findRepeatedPoint, MAX_POINTS } from "../curve/platform-curve.ts";
import {
  type Column,
  type Columns,
  isKnownHeader,
  parseColumns,
  parseHeader,
  parseTable,
  SOURCE_COLUMN,
} from "./csv-table.ts";
import { isBlank, parseAmount, parseSeconds, tryParseText } from "./fields.ts";
import type { Format } from "./format.ts";

/** Any table with a column of positions and a column of values. With a column `guid`, it may hold several episodes. */
export const csv: Format<string> = {
  name: "csv",
  source: "csv",
  recognize: (text) => isKnownHeader(parseHeader(text)),
  parse: (text, refuse) => parseRows(text, parseColumns(parseHeader(text)), refuse),
};

/** Parses the curves in the rows of a table, after its header. */
export function parseRows(text: string, columns: Columns, refuse: Refuse): readonly Curve[] {
  if (columns.duration) requireLastBreak(text);
  const rows = new CsvRows(columns, refuse);
  const broken = parseTable(text, (cells, line) => rows.add(cells, line), { from: 2 });
  if (!broken) return rows.finish();
  refuse(broken);
  return [];
}

/** Databases and this service end each line. Platforms do not, and have no durations in their tables. */
function requireLastBreak(text: string): void {
  if (/[\r\n]$/.test(text)) return;
  const problem = "The last line has no line break, as every line of a table with durations must have.";
  throw new RecordError("cut-off-table", problem);
}

const DECIMAL_COMMA = /^(\s*\d+),(\d+\s*)$/;

/** A whole number, also as `19.0`. `45.231` and `1.000` may be thousands. */
const WHOLE = /^\d+(?:\.0{0,2})?$/;

/** The rows of one GUID and source, or of a table without them. */
interface EpisodeRows extends Pick<Curve, "guid" | "source" | "duration"> {
  /** Line on which its first row ends. */
  readonly line: number;
  readonly points: RowPoint[];
  /** The starts of the rows without a value. */
  readonly blanks: number[];
  /** What is beside percentages. */
  readonly counts: CurvePoint[];
}

interface RowPoint extends CurvePoint {
  readonly line: number;
}

/** Groups rows by GUID and source. If a row is bad, its curve is refused, and no other. */
export class CsvRows {
  readonly #columns: Columns;
  readonly #refuse: Refuse;
  readonly #episodes = new Map<string, EpisodeRows>();
  readonly #refused = new Set<string>();

  constructor(columns: Columns, refuse: Refuse) {
    this.#columns = columns;
    this.#refuse = refuse;
  }

  add(cells: readonly string[], line: number): void {
    const guid = this.#parseGuid(readCell(cells, this.#columns.guid));
    const key = JSON.stringify([guid, tryParseText(readCell(cells, this.#columns.source))]);
    if (this.#refused.has(key) || cells.every(isBlank)) return;
    const add = () => {
      const episode = this.#episodes.get(key) ?? this.#createEpisode(guid, cells, line);
      this.#episodes.set(key, episode);
      this.#addRow(episode, cells, line);
    };
    tryOrRefuse(add, (refusal) => this.#refuseEpisode(key, { line, ...refusal }));
  }

  /** Returns the curves of all episodes without a bad row. */
  finish(): Curve[] {
    const { positions, values, guid, factor, isChart } = this.#columns;
    for (const [key, episode] of this.#episodes) {
      const refusal = this.#findFault(episode);
      if (refusal) this.#refuseEpisode(key, refusal);
    }
    return [...this.#episodes.values()].map(({ line, ...episode }) => {
      const starts = [...episode.points.map(({ at }) => at), ...episode.blanks];
      const reach = isChart ? {} : { reach: computeReach(starts, factor) };
      return { ...episode, isTable: true, isChart, positions, values, line: guid && line, ...reach };
    });
  }

  /** Keeps the spaces only in a chart of this service: its GUID may have them. */
  #parseGuid(cell = ""): string | undefined {
    return tryParseText(rearm(this.#columns.isChart ? cell : cell.trim()));
  }

  #createEpisode(guid: string | undefined, cells: readonly string[], line: number): EpisodeRows {
    const source = parseSourceCell(readCell(cells, this.#columns.source));
    const duration = this.#parseSeconds(cells);
    return { guid, source, line, duration, points: [], blanks: [], counts: [] };
  }

  #addRow(episode: EpisodeRows, cells: readonly string[], line: number): void {
    this.#verifyRow(episode, cells);
    const { points, blanks, counts } = episode;
    const { position, value, values, listeners, factor } = this.#columns;
    const parseStart = () => factor * this.#parseNumber(cells, position);
    // A row without a value may be a footer, without a position either.
    if (isBlank(readCell(cells, value))) {
      const start = tryOrRefuse(parseStart, () => {});
      if (start !== undefined) blanks.push(start);
      return;
    }
    const at = parseStart();
    if (listeners && !isBlank(readCell(cells, listeners)))
      counts.push({ at, value: this.#parseCount(cells, listeners) });
    const number = values === "counts" ? this.#parseCount(cells, value) : this.#parseNumber(cells, value);
    points.push({ at, value: number, line });
    if (points.length > MAX_POINTS)
      throw new RecordError("too-many-points", `A curve can have at most ${MAX_POINTS} points.`);
  }

  #verifyRow({ duration }: EpisodeRows, cells: readonly string[]): void {
    if (!cells.slice(this.#columns.width).every(isBlank))
      throw new RecordError("too-many-cells", "The row has more cells than the header.");
    if (this.#parseSeconds(cells) !== duration)
      throw new RecordError(
        "not-a-curve",
        "The duration must be the same in all rows of an episode. It differs from the first row's.",
      );
  }

  /** A cell has a comma only if the comma is not the separator, or if the cell is quoted. */
  #parseNumber(cells: readonly string[], column: Column): number {
    const cell = readCell(cells, column);
    const number = this.#columns.hasDecimalCommas ? cell?.replace(DECIMAL_COMMA, "$1.$2") : cell;
    const isOfMinutes = this.#columns.factor > 1 && column === this.#columns.position;
    return parseAmount(number, column.head, isOfMinutes ? "clock-minutes" : undefined);
  }

  /** Parses a number of people or plays. */
  #parseCount(cells: readonly string[], column: Column): number {
    const cell = readCell(cells, column)?.trim() ?? "";
    if (WHOLE.test(cell)) return this.#parseNumber(cells, column);
    throw new RecordError("not-a-count", describeMember(column.head, WHOLE_NUMBER.expected, cell));
  }

  #parseSeconds(cells: readonly string[]): number | undefined {
    const { duration, isChart } = this.#columns;
    const cell = readCell(cells, duration);
    if (!duration || isBlank(cell)) return undefined;
    // Platforms write 0 for an unknown duration. A chart of this service may have the duration 0.
    return isChart ? parseAmount(cell, duration.head) : parseSeconds(cell, duration.head);
  }

  #findFault({ line, points }: EpisodeRows): Refusal | undefined {
    const { position, factor, isChart } = this.#columns;
    const repeated = isChart ? undefined : findRepeatedPoint(points);
    if (repeated) {
      const problem = `${position.head} ${repeated.at / factor} occurs twice.`;
      return createFact("row-twice", problem, { line: repeated.line });
    }
    if (factor === 1 || !areMinuteSeconds(points.map(({ at }) => at / factor))) return undefined;
    return createFact("minute-seconds", `No fraction of ${position.head} is above .59, so 1.30 may be 1:30.`, { line });
  }

  #refuseEpisode(key: string, refusal: Refusal): void {
    this.#refused.add(key);
    this.#episodes.delete(key);
    this.#refuse(refusal);
  }
}

function readCell(cells: readonly string[], column: Column | undefined): string | undefined {
  return column && cells[column.index];
}

/** Parses what a curve is from, as the member of a chart in JSON. Returns undefined if it does not say. */
function parseSourceCell(cell: string | undefined): string | undefined {
  const source = tryParseText(cell)?.trim();
  if (source === undefined || isSource(source)) return source;
  throw new RecordError("not-a-source", describeMember(SOURCE_COLUMN, SOURCE_FORM, source));
}

/** Part of a minute by which computed distances may differ. */
const NOISE = 1e-6;

/**
 * Checks whether minutes have seconds behind their point: in `0.50 1.00 1.10`, rows are 10 seconds apart. No fraction is above .59
 * then, and as seconds, the fractions divide a minute evenly. As decimals, the rows are not evenly apart.
 */
function areMinuteSeconds(minutes: readonly number[]): boolean {
  const fractions = [...new Set(minutes.map((minute) => Math.round((minute % 1) * 1e8) / 1e6))];
  const [first = 0] = fractions;
  const step = 60 / fractions.length;
  const areSeconds = fractions.every((second) => second < 60 && (second - first) % step === 0);
  const [distance = 0, ...others] = pairs(minutes, (from, to) => to - from);
  const areEven = others.every((other) => Math.abs(other - distance) < NOISE);
  return fractions.length > 1 && (max(minutes) ?? 0) >= 1 && areSeconds && !areEven;
}
