import type uPlot from "uplot";
import { moveApart } from "../curve/apart.ts";
import { listNumbered } from "../episode/loss.ts";
import { clipToPlot, drawLine, getPixelRatio } from "./bands.ts";
import { drawChapters } from "./chapter-marks.ts";
import { findPercentage, getEndTime, getLetter, toPosition } from "./drawn-curve.ts";
import type { Picture, Style } from "./plot-types.ts";

/** Sizes in CSS pixels. */
const LETTER_HEIGHT = 14;
const LETTER_WIDTH = 12;
const MARK_RADIUS = 8;
const MARK_DISTANCE = 19;

/** Opacity of a moment's passage, and of that to which a link leads. */
const OPACITY = 0.18;
const MARKED_OPACITY = 0.4;

/** Seconds by which a link may be before or after the moment that it leads to. */
const NEAR = 30;

/** Checks whether a link leads to a passage. */
export function isAt({ from, to }: { readonly from: number; readonly to: number }, at: number | undefined): boolean {
  return at !== undefined && at >= from - NEAR && at <= to + NEAR;
}

/** Draws the leading curve's moments and chapters behind the curves. */
export function drawPassages(plot: uPlot, { lead, over, at }: Picture, scale: number, style: Style): void {
  if (!lead) return;
  const { ctx, bbox } = plot;
  const size = scale * getPixelRatio(plot);
  ctx.save();
  clipToPlot(plot);
  const toX = (time: number) => plot.valToPos(toPosition(lead, time, over), "x", true);
  ctx.fillStyle = style(`--curve-${lead.slot}`);
  for (const { from, to } of listNumbered(lead.episode)) {
    ctx.globalAlpha = isAt({ from, to }, at) ? MARKED_OPACITY : OPACITY;
    ctx.fillRect(toX(from), bbox.top, Math.max(2 * size, toX(to) - toX(from)), bbox.height);
  }
  ctx.globalAlpha = 1;
  drawChapters(plot, lead, toX, size, style);
  ctx.restore();
}

/** Draws the curves' letters at their ends, and the numbers of the leading curve's moments above them. */
export function drawMarks(plot: uPlot, picture: Picture, scale: number, style: Style): void {
  const size = scale * getPixelRatio(plot);
  plot.ctx.save();
  plot.ctx.textBaseline = "middle";
  drawNumbers(plot, picture, size, style);
  drawLetters(plot, picture, size, style);
  plot.ctx.restore();
}

function drawNumbers({ ctx, bbox, valToPos }: uPlot, { lead, over, extent }: Picture, size: number, style: Style) {
  if (!lead) return;
  const shown = listNumbered(lead.episode).flatMap(({ from, to }, index) => {
    const position = toPosition(lead, (from + to) / 2, over);
    const isShown = position >= extent.from && position <= extent.to;
    return isShown ? [{ number: index + 1, x: valToPos(position, "x", true) }] : [];
  });
  const places = moveApart(
    shown.map(({ x }) => x),
    MARK_DISTANCE * size,
  );
  const y = bbox.top - (MARK_RADIUS + 6) * size;
  ctx.font = `600 ${11 * size}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.lineWidth = size;
  for (const [index, { number, x }] of shown.entries()) {
    const place = places[index] ?? x;
    ctx.strokeStyle = style(`--curve-${lead.slot}`);
    ctx.fillStyle = style(`--curve-${lead.slot}`);
    drawLine(ctx, [place, y], [x, bbox.top]);
    ctx.beginPath();
    ctx.arc(place, y, MARK_RADIUS * size, 0, 2 * Math.PI);
    ctx.fill();
    ctx.fillStyle = style("--ground");
    ctx.fillText(String(number), place, y + 0.5 * size);
  }
}

/** Draws letters beside the ends of curves. Letters that would overlap are moved apart, with a line to their curve. */
function drawLetters({ ctx, bbox, valToPos }: uPlot, { curves, over, extent }: Picture, size: number, style: Style) {
  const ends = curves.map((curve) => {
    const position = Math.min(toPosition(curve, getEndTime(curve), over), extent.to);
    const x = valToPos(position, "x", true) + 6 * size;
    return { curve, x, y: valToPos(findPercentage(curve, position, over) ?? 0, "y", true) };
  });
  ctx.font = `600 ${13 * size}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  const shown = ends.filter(({ x }) => x >= bbox.left).sort((one, other) => one.y - other.y);
  for (const column of groupByColumn(shown, LETTER_WIDTH * size)) {
    const places = moveApart(
      column.map(({ y }) => y),
      LETTER_HEIGHT * size,
    );
    for (const [index, { curve, x, y }] of column.entries()) {
      const place = places[index] ?? y;
      ctx.fillStyle = style(`--curve-${curve.slot}`);
      ctx.strokeStyle = style(`--curve-${curve.slot}`);
      ctx.lineWidth = size;
      drawLine(ctx, [x - 6 * size, y], [x, place]);
      ctx.strokeStyle = style("--ground");
      ctx.lineWidth = 3 * size;
      ctx.strokeText(getLetter(curve), x + size, place);
      ctx.fillText(getLetter(curve), x + size, place);
    }
  }
}

/** Groups places that are at about the same distance from the left. */
function groupByColumn<T extends { readonly x: number }>(places: readonly T[], width: number): T[][] {
  const columns: T[][] = [];
  for (const place of places) {
    const column = columns.find(([first]) => first && Math.abs(first.x - place.x) < width);
    if (column) column.push(place);
    else columns.push([place]);
  }
  return columns;
}
