import type uPlot from "uplot";
import { computeEnds, toPosition } from "./drawn-curve.ts";
import type { Picture, Style } from "./plot-types.ts";

/** Opacity of the middle half, of which the grid should be visible. */
const OPACITY = 0.16;

/** Draws the usual: the middle half as an area, the median as a dotted line. All are steps, as the curves are. */
export function drawUsual(plot: uPlot, { lead, over, usual }: Picture, scale: number, style: Style): void {
  if (!lead || !usual) return;
  const { ctx } = plot;
  const times = usual.times.map((time) => toPosition(lead, time, over));
  ctx.save();
  clipToPlot(plot);
  ctx.fillStyle = style("--quiet");
  ctx.strokeStyle = style("--quiet");
  ctx.globalAlpha = OPACITY;
  ctx.beginPath();
  trace(ctx, [...computeSteps(plot, usual.high, times), ...computeSteps(plot, usual.low, times).toReversed()]);
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 1.5 * scale * getPixelRatio(plot);
  ctx.setLineDash([2, 3].map((length) => length * scale * getPixelRatio(plot)));
  ctx.beginPath();
  trace(ctx, computeSteps(plot, usual.median, times));
  ctx.stroke();
  ctx.restore();
}

/** Draws straight dashed lines where curves lack points. */
export function drawGaps(plot: uPlot, { curves, over }: Picture, scale: number, style: Style): void {
  const { ctx } = plot;
  const size = scale * getPixelRatio(plot);
  ctx.save();
  clipToPlot(plot);
  ctx.lineWidth = 2 * size;
  ctx.setLineDash([3 * size, 3 * size]);
  for (const curve of curves)
    for (const gap of curve.gaps ?? []) {
      const times = [gap.from, gap.to];
      const [from, to] = computeEnds(curve, gap).map((percentage, index): Place => {
        const position = toPosition(curve, times[index] ?? 0, over);
        return [plot.valToPos(position, "x", true), plot.valToPos(percentage, "y", true)];
      });
      ctx.strokeStyle = style(`--curve-${curve.slot}`);
      if (from && to) drawLine(ctx, from, to);
    }
  ctx.restore();
}

type Place = readonly [x: number, y: number];

/** @param times where the steps begin, and the last one ends, on the horizontal axis */
function computeSteps(plot: uPlot, values: readonly number[], times: readonly number[]): Place[] {
  return values.flatMap((value, index): Place[] => {
    const y = plot.valToPos(value, "y", true);
    return [index, index + 1].map((place) => [plot.valToPos(times[place] ?? 0, "x", true), y]);
  });
}

function trace(ctx: CanvasRenderingContext2D, places: readonly Place[]): void {
  for (const [x, y] of places) ctx.lineTo(x, y);
}

/** Draws a line between two places. */
export function drawLine(ctx: CanvasRenderingContext2D, from: Place, to: Place): void {
  ctx.beginPath();
  trace(ctx, [from, to]);
  ctx.stroke();
}

/** Keeps what is drawn next within the axes, also when the plot is zoomed. */
export function clipToPlot({ ctx, bbox }: uPlot): void {
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
}

/** Returns the number of canvas pixels per CSS pixel. */
export function getPixelRatio({ ctx, width }: uPlot): number {
  return ctx.canvas.width / width;
}
