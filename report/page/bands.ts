import type uPlot from "uplot";
import type { PlacedBand, Style } from "./plot-types.ts";

/** Opacity of the middle half, of which the grid should be visible. */
const OPACITY = 0.16;

/** Draws bands: the middle half as an area, the median as a dotted line. All are steps, as the curves are. */
export function drawBands(plot: uPlot, bands: readonly PlacedBand[], scale: number, style: Style): void {
  const { ctx } = plot;
  ctx.save();
  clipToPlot(plot);
  for (const { band, toPosition, colour, hasMedian } of bands) {
    const times = band.times.map(toPosition);
    const low = computeSteps(plot, band.low, times);
    ctx.fillStyle = style(colour);
    ctx.strokeStyle = style(colour);
    ctx.globalAlpha = OPACITY;
    ctx.beginPath();
    trace(ctx, [...computeSteps(plot, band.high, times), ...low.toReversed()]);
    ctx.fill();
    if (!hasMedian) continue;
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1.5 * scale * getPixelRatio(plot);
    ctx.setLineDash([2, 3].map((length) => length * scale * getPixelRatio(plot)));
    ctx.beginPath();
    trace(ctx, computeSteps(plot, band.median, times));
    ctx.stroke();
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
