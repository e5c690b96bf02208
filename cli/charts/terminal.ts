import { styleText } from "node:util";
import type { Chart } from "../../lib/chart.ts";
import { moveApart } from "../../report/curve/apart.ts";
import { computeInsights, type Insights, isOfPeak } from "../../report/curve/insights.ts";
import { computeBins } from "../../report/curve/levels/bins.ts";
import { computePlane, extendToEnd, type Plane } from "../../report/curve/plane.ts";
import { describeInsights, describeMoments } from "../../report/curve/sentences.ts";
import type { Caption } from "../../report/curve/svg.ts";
import { formatTime, shorten } from "../../report/curve/text.ts";

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

/** Columns to the left of the curve: a percentage such as " 100 %", and the axis. */
const MARGIN = 7;
const MIN_COLUMNS = 20;
const MAX_COLUMNS = 160;
const MIN_ROWS = 6;
const MAX_ROWS = 24;
/** Rows besides the curve and its key figures: title, marks, axis, times, an empty line, the prompt, one to spare. */
const OTHER_ROWS = 7;

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
export function drawTerminal(
  chart: Chart,
  size: TerminalSize,
  { title = chart.guid, listeners, unit = "listener" }: Caption = {},
): string {
  const width = size.columns || DEFAULT_COLUMNS;
  const insights = computeInsights(computeBins(chart, listeners), { listeners, unit, isOfPeak: isOfPeak(chart) });
  const text = describeBeside(insights, width, (size.rows || DEFAULT_ROWS) - OTHER_ROWS - MIN_ROWS);
  const columns = clamp(width - MARGIN - 1, MIN_COLUMNS, MAX_COLUMNS);
  const rows = clamp((size.rows || DEFAULT_ROWS) - OTHER_ROWS - text.length, MIN_ROWS, MAX_ROWS);
  const dots = { columns: columns * DOT_COLUMNS, rows: rows * DOT_ROWS };
  const xRange = { from: 0, to: dots.columns - 1 };
  const yRange = { from: dots.rows - 1, to: 0 };
  const plane = computePlane(chart, xRange, yRange, Math.floor(columns / COLUMNS_PER_TIME), rows < 12 ? 3 : 5);
  const heading = `${shorten(title, columns - 10)} (${formatTime(chart.duration)})`;
  return [
    `${" ".repeat(MARGIN)}${styleText("bold", heading)}`,
    drawMarks(insights, plane, columns),
    ...drawCurve(chart, plane, columns, rows),
    ...drawTimes(plane, columns),
    "",
    ...text,
  ].join("\n");
}

/** Describes the key figures, and as many moments as there is room for. */
function describeBeside(insights: Insights, width: number, rows: number): string[] {
  const text = describeInsights(insights).flatMap((line) => wrap(line, width));
  for (const line of describeMoments(insights)) {
    const wrapped = wrap(line, width);
    if (text.length + wrapped.length > rows) break;
    text.push(...wrapped);
  }
  return text;
}

/** Draws the moments' numbers above the curve. */
function drawMarks({ moments }: Insights, { x }: Plane, columns: number): string {
  const places = moments.map(({ from, to }) => Math.floor(x((from + to) / 2) / DOT_COLUMNS));
  const marks = new Array<string>(columns).fill(" ");
  for (const [index, place] of moveApart(places, 2).entries())
    marks[clamp(Math.round(place), 0, columns - 1)] = String(index + 1);
  return `${" ".repeat(MARGIN)}${styleText("yellow", marks.join("").trimEnd())}`;
}

function drawCurve(chart: Chart, plane: Plane, columns: number, rows: number): string[] {
  const lines = Array.from({ length: rows }, () => new Array<number>(columns).fill(BRAILLE));
  for (const { x, y } of computeDots(chart, plane)) {
    const line = lines[Math.floor(y / DOT_ROWS)];
    const column = Math.floor(x / DOT_COLUMNS);
    const bit = DOT_BITS[x % DOT_COLUMNS]?.[y % DOT_ROWS] ?? 0;
    if (line) line[column] = (line[column] ?? BRAILLE) | bit;
  }
  const names = new Map(plane.yTicks.map((tick) => [Math.floor(plane.y(tick) / DOT_ROWS), `${tick} %`]));
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

/** Yields the dots of steps: from each point to the right, then up or down to the next. */
function* computeDots(chart: Chart, { x, y }: Plane): Generator<Dot> {
  let from: Dot | undefined;
  for (const { time, percentage } of extendToEnd(chart)) {
    const to = { x: Math.round(x(time)), y: Math.round(y(percentage)) };
    from ??= to;
    for (let column = from.x; column < to.x; column++) yield { x: column, y: from.y };
    for (let row = Math.min(from.y, to.y); row <= Math.max(from.y, to.y); row++) yield { x: to.x, y: row };
    from = to;
  }
}

function drawTimes({ x, xTicks, xUnit }: Plane, columns: number): string[] {
  const axis = new Array<string>(columns).fill("─");
  let names = "";
  for (const { time, name } of xTicks) {
    const column = Math.floor(x(time) / DOT_COLUMNS);
    axis[column] = "┬";
    if (time === 0) names = { minutes: `${name} min`, "hours:minutes": "0 h", "minutes:seconds": name }[xUnit];
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
