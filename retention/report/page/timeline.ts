import uPlot from "uplot";
import { clipToPlot, drawLine, getPixelRatio } from "./bands.ts";
import type { Style } from "./plot-types.ts";

const DAY = 86_400;

/** Room for the names of the lines at their ends. */
const RIGHT_WIDTH = 84;

const HEIGHT = 240;

/** Axis steps: days, then months. The calendar's months are found by uPlot. */
const MONTH = 28 * DAY;

/** A figure over time, in percent. */
export interface Line {
  readonly name: string;
  /** A value for each date; undefined where an episode has none. */
  readonly values: readonly (number | undefined)[];
  /** Medians before the chosen date, and from it on. */
  readonly levels?: readonly [before: number, after: number];
}

/** Figures over time. */
interface Timeline {
  /** Seconds since 1970, in ascending order. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  /** The chosen date. */
  readonly split: number | undefined;
}

/** Draws figures over time as dots with a line between them, and the chosen date with the medians on both sides. */
export function drawTimeline(parent: HTMLElement, timeline: Timeline, hasDashes: boolean): uPlot {
  const style: Style = (name) => getComputedStyle(parent).getPropertyValue(name).trim();
  const { times, lines } = timeline;
  return new uPlot(
    {
      width: parent.clientWidth,
      height: HEIGHT,
      padding: [14, RIGHT_WIDTH, 0, 0],
      legend: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC"),
      scales: { x: { range: (_, low, high) => widen(low, high) }, y: { range: (_, __, high) => [0, roundUp(high)] } },
      axes: computeAxes(style),
      series: [{}, ...lines.map((_, slot) => computeSeries(slot, style, hasDashes))],
      cursor: { y: false, drag: { x: false, y: false, setScale: false } },
      hooks: { draw: [(plot) => drawSplit(plot, timeline, style), (plot) => drawNames(plot, lines, style)] },
    },
    [[...times], ...lines.map(({ values }) => values.map((value) => value ?? null))],
    parent,
  );
}

/** Returns the seconds since 1970 of a date, given as YYYY-MM-DD in UTC. */
export function toSeconds(date: string): number {
  return Date.parse(date) / 1_000;
}

function widen(low: number, high: number): [number, number] {
  const margin = Math.max(DAY, (high - low) * 0.02);
  return [low - margin, high + margin];
}

/** Rounds to tens of percent, with a little room. The axis begins at 0, so that heights can be compared. */
function roundUp(high: number): number {
  return Math.ceil((high + 2) / 10) * 10;
}

function computeAxes(style: Style): uPlot.Axis[] {
  const line = { stroke: () => style("--grid"), width: 1 };
  const axis = {
    stroke: () => style("--quiet"),
    font: "12px system-ui, sans-serif",
    gap: 5,
    ticks: { ...line, size: 6 },
  };
  return [
    {
      ...axis,
      grid: { show: false },
      space: 76,
      size: 34,
      values: (_, at, __, ___, step) => at.map((time) => formatDate(time, step)),
    },
    {
      ...axis,
      grid: line,
      space: 36,
      size: 52,
      incrs: [5, 10, 20, 25, 50, 100, 200, 500, 1_000],
      values: (_, at) => at.map((value) => `${value}\u00a0%`),
    },
  ];
}

function formatDate(time: number, step: number): string {
  const parts =
    step < MONTH ? ({ day: "numeric", month: "short" } as const) : ({ month: "short", year: "numeric" } as const);
  return new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" }).format(time * 1_000);
}

function computeSeries(slot: number, style: Style, hasDashes: boolean): uPlot.Series {
  const colour = () => style(`--curve-${slot}`);
  return {
    stroke: colour,
    width: 1,
    dash: hasDashes && slot > 0 ? [6, 4] : [],
    spanGaps: true,
    points: { show: true, size: 5, fill: colour, width: 0 },
  };
}

/** Gives a plot the width of its parent. */
export function resizeTimeline(plot: uPlot | undefined, { clientWidth }: HTMLElement): void {
  if (plot && clientWidth > 0) plot.setSize({ width: clientWidth, height: HEIGHT });
}

/** Draws the chosen date, and the median of each line before it and from it on. */
function drawSplit(plot: uPlot, { lines, split }: Timeline, style: Style): void {
  if (split === undefined) return;
  const { ctx, bbox } = plot;
  const size = getPixelRatio(plot);
  const x = plot.valToPos(split, "x", true);
  ctx.save();
  clipToPlot(plot);
  ctx.strokeStyle = style("--text");
  ctx.lineWidth = size;
  drawLine(ctx, [x, bbox.top], [x, bbox.top + bbox.height]);
  ctx.lineWidth = 3 * size;
  for (const [slot, { levels }] of lines.entries()) {
    if (!levels) continue;
    const [before, after] = levels.map((level) => plot.valToPos(level, "y", true));
    ctx.strokeStyle = style(`--curve-${slot}`);
    drawLine(ctx, [bbox.left, before ?? 0], [x, before ?? 0]);
    drawLine(ctx, [x, after ?? 0], [bbox.left + bbox.width, after ?? 0]);
  }
  ctx.restore();
}

/** Draws the names of the lines at their ends. */
function drawNames(plot: uPlot, lines: readonly Line[], style: Style): void {
  const { ctx, bbox } = plot;
  const size = getPixelRatio(plot);
  ctx.save();
  ctx.font = `600 ${12 * size}px system-ui, sans-serif`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const [slot, { name, values }] of lines.entries()) {
    const last = values.findLast((value) => value !== undefined);
    if (last === undefined) continue;
    ctx.fillStyle = style(`--curve-${slot}`);
    ctx.fillText(name, bbox.left + bbox.width + 6 * size, plot.valToPos(last, "y", true));
  }
  ctx.restore();
}
