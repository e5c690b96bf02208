import { styleText } from "node:util";
import type { Chart } from "../../../lib/chart.ts";
import { moveApart } from "../../report/curve/apart.ts";
import { computeInsights, type Insights, isOfPeak } from "../../report/curve/insights.ts";
import { computeBins } from "../../report/curve/levels/bins.ts";
import type { Gap } from "../../report/curve/levels/gaps.ts";
import { computePlane, type Plane } from "../../report/curve/plane.ts";
import { describeInsights, describeMoments } from "../../report/curve/sentences.ts";
import type { Caption } from "../../report/curve/svg.ts";
import { shorten } from "../../report/curve/text.ts";
import { formatTime } from "../../sources/base/times.ts";
import { DOT_COLUMNS, DOT_ROWS, drawBraille, GAP } from "./braille.ts";

/** A terminal's size in characters. A value of 0 means that it is unknown. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

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
  const curve = computeBins(chart, listeners);
  const insights = computeInsights(curve, { listeners, unit, isOfPeak: isOfPeak(chart) });
  const legend = describeGaps(curve.gaps).flatMap((line) => wrap(line, width));
  const room = (size.rows || DEFAULT_ROWS) - OTHER_ROWS - MIN_ROWS - legend.length;
  const text = [...legend, ...describeBeside(insights, width, room)];
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
    ...drawCurve(chart, curve.gaps, plane, columns, rows),
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

/** Most gaps of which the times are told. */
const MAX_GAPS = 3;

function describeGaps(gaps: readonly Gap[]): string[] {
  if (gaps.length === 0) return [];
  const times = gaps.slice(0, MAX_GAPS).map(({ from, to }) => `${formatTime(from)} to ${formatTime(to)}`);
  const more = gaps.length > MAX_GAPS ? `, and ${gaps.length - MAX_GAPS} more` : "";
  return [`${GAP} No values: ${times.join(", ")}${more}`];
}

/** Draws the moments' numbers above the curve. */
function drawMarks({ moments }: Insights, { x }: Plane, columns: number): string {
  const places = moments.map(({ from, to }) => Math.floor(x((from + to) / 2) / DOT_COLUMNS));
  const marks = new Array<string>(columns).fill(" ");
  for (const [index, place] of moveApart(places, 2).entries())
    marks[clamp(Math.round(place), 0, columns - 1)] = String(index + 1);
  return `${" ".repeat(MARGIN)}${styleText("yellow", marks.join("").trimEnd())}`;
}

function drawCurve(chart: Chart, gaps: readonly Gap[], plane: Plane, columns: number, rows: number): string[] {
  const names = new Map(plane.yTicks.map((tick) => [Math.floor(plane.y(tick) / DOT_ROWS), `${tick} %`]));
  return drawBraille(chart, gaps, plane, columns, rows).map((curve, row) => {
    const name = names.get(row);
    return `${(name ?? "").padStart(MARGIN - 1)}${name ? "┤" : "│"}${styleText("cyan", curve)}`;
  });
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
