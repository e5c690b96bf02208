import { styleText } from "node:util";
import type { Chart } from "../../../lib/chart.ts";
import { computeInsights } from "./insights.ts";
import { computePlane, extendToEnd, type Plane } from "./plane.ts";
import { describeInsights, formatTime, shorten } from "./text.ts";

/** A terminal's size in characters. A value of 0 means that it is unknown. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A braille character has 2 by 4 dots, so the curve is finer than the grid of characters. */
const DOT_COLUMNS = 2;
const DOT_ROWS = 4;
const BRAILLE = 0x2800;
const EMPTY = String.fromCharCode(BRAILLE);
/** Bits of a braille character's dots: left and right column, each from top to bottom (Unicode, "Braille Patterns"). */
const DOT_BITS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
];

/** Columns to the left of the curve: a percentage such as " 100%", and the axis. */
const MARGIN = 6;
const MIN_COLUMNS = 20;
const MAX_COLUMNS = 160;
const MIN_ROWS = 6;
const MAX_ROWS = 24;
/** Rows besides the curve and its key figures: title, axis, times, an empty line, the next prompt, and one to spare. */
const OTHER_ROWS = 6;

/** Columns per labelled time, with the space to the next one. */
const COLUMNS_PER_TIME = 8;

/** Assumed size if the terminal's size is unknown. */
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/**
 * Draws a curve and its key figures for a terminal.
 *
 * @returns lines that fit the terminal's width, if it has at least 40 columns
 */
export function drawTerminal(chart: Chart, size: TerminalSize, title = chart.guid): string {
  const width = size.columns || DEFAULT_COLUMNS;
  const insights = describeInsights(computeInsights(chart)).flatMap((line) => wrap(line, width));
  const columns = clamp(width - MARGIN - 1, MIN_COLUMNS, MAX_COLUMNS);
  const rows = clamp((size.rows || DEFAULT_ROWS) - OTHER_ROWS - insights.length, MIN_ROWS, MAX_ROWS);
  const dots = { columns: columns * DOT_COLUMNS, rows: rows * DOT_ROWS };
  const xRange = { from: 0, to: dots.columns - 1 };
  const yRange = { from: dots.rows - 1, to: 0 };
  const plane = computePlane(chart, xRange, yRange, Math.floor(columns / COLUMNS_PER_TIME), rows < 12 ? 3 : 5);
  const heading = `${shorten(title, columns - 10)} (${formatTime(chart.duration)})`;
  return [
    `${" ".repeat(MARGIN)}${styleText("bold", heading)}`,
    ...drawCurve(chart, plane, columns, rows),
    ...drawTimes(plane, columns),
    "",
    ...insights,
  ].join("\n");
}

function drawCurve(chart: Chart, plane: Plane, columns: number, rows: number): string[] {
  const lines = Array.from({ length: rows }, () => new Array<number>(columns).fill(BRAILLE));
  for (const { x, y } of computeDots(chart, plane)) {
    const line = lines[Math.floor(y / DOT_ROWS)];
    const column = Math.floor(x / DOT_COLUMNS);
    const bit = DOT_BITS[x % DOT_COLUMNS]?.[y % DOT_ROWS] ?? 0;
    if (line) line[column] = (line[column] ?? BRAILLE) | bit;
  }
  const names = new Map(plane.yTicks.map((tick) => [Math.floor(plane.y(tick) / DOT_ROWS), `${tick}%`]));
  return lines.map((line, row) => {
    const name = names.get(row);
    const axis = `${(name ?? "").padStart(MARGIN - 1)}${name ? "┤" : "│"}`;
    const curve = String.fromCharCode(...line)
      .replaceAll(EMPTY, " ")
      .trimEnd();
    return `${axis}${styleText("cyan", curve)}`;
  });
}

interface Dot {
  readonly x: number;
  readonly y: number;
}

/** Yields the dots of a straight line from each point to the next. */
function* computeDots(chart: Chart, { x, y }: Plane): Generator<Dot> {
  let from: Dot | undefined;
  for (const { time, percentage } of extendToEnd(chart)) {
    const to = { x: Math.round(x(time)), y: Math.round(y(percentage)) };
    from ??= to;
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      yield { x: Math.round(from.x + (to.x - from.x) * share), y: Math.round(from.y + (to.y - from.y) * share) };
    }
    from = to;
  }
}

function drawTimes({ x, xTicks, xUnit }: Plane, columns: number): string[] {
  const axis = new Array<string>(columns).fill("─");
  let names = "";
  for (const { time, name } of xTicks) {
    const column = Math.floor(x(time) / DOT_COLUMNS);
    axis[column] = "┬";
    if (time === 0) names = xUnit === "minutes" ? `${name} min` : name;
    else names = `${names.padEnd(Math.min(column - Math.floor(name.length / 2), columns - name.length))}${name}`;
  }
  const margin = " ".repeat(MARGIN - 1);
  return [`${margin}└${axis.join("")}`, `${margin} ${names}`];
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= columns) lines.splice(-1, 1, `${line} ${word}`);
    else lines.push(lines.length > 0 ? `  ${word}` : word);
  }
  return lines;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
