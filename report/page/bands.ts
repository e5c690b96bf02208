import type uPlot from "uplot";
import type { PlacedBand, Style } from "./drawing.ts";

/** Opacity of the middle half, of which the grid should be visible. */
const OPACITY = 0.16;

/** Draws bands: the middle half as an area, the median as a dotted line. All are steps, as the curves are. */
export function drawBands(plot: uPlot, bands: readonly PlacedBand[], scale: number, style: Style): void {
  const { ctx } = plot;
  ctx.save();
  clipToPlot(plot);
  for (const { band, toPosition, colour, hasMedian } of bands) {
    const place = (values: readonly number[]) => computeSteps(plot, values, band.times.map(toPosition));
    const low = place(band.low);
    ctx.fillStyle = style(colour);
    ctx.strokeStyle = style(colour);
    ctx.globalAlpha = OPACITY;
    ctx.beginPath();
    trace(ctx, [...place(band.high), ...low.toReversed()]);
    ctx.fill();
    if (!hasMedian) continue;
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1.5 * scale * getPixelRatio(plot);
    ctx.setLineDash([2, 3].map((length) => length * scale * getPixelRatio(plot)));
    ctx.beginPath();
    trace(ctx, place(band.median));
    ctx.stroke();
  }
  ctx.restore();
}

type Place = readonly [x: number, y: number];

function computeSteps(plot: uPlot, values: readonly number[], positions: readonly number[]): Place[] {
  return values.flatMap((value, index): Place[] => {
    const y = plot.valToPos(value, "y", true);
    return positions.slice(index, index + 2).map((position) => [plot.valToPos(position, "x", true), y]);
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
