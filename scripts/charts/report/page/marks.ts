import type uPlot from "uplot";
import { type Curve, findPercentage, getLetter, toPosition } from "./curve.ts";
import type { PlotOptions, Style } from "./drawing.ts";

/** Minimum vertical distance between letters, in pixels. */
const LETTER_HEIGHT = 14;

/** Draws the curves' letters, and triangles at their sharpest drops. */
export function drawMarks(plot: uPlot, curves: readonly Curve[], options: PlotOptions, style: Style): void {
  const scale = options.scale * (plot.ctx.canvas.width / plot.width);
  plot.ctx.save();
  plot.ctx.font = `600 ${13 * scale}px system-ui, sans-serif`;
  plot.ctx.textBaseline = "middle";
  for (const curve of curves) drawDrop(plot, curve, { ...options, scale }, style);
  drawLetters(plot, curves, { ...options, scale }, style);
  plot.ctx.restore();
}

function drawDrop({ ctx, valToPos }: uPlot, curve: Curve, { over, scale }: PlotOptions, style: Style): void {
  const drop = curve.episode.insights.sharpestDrop;
  if (!drop) return;
  const position = toPosition(curve, drop.time, over);
  const x = valToPos(position, "x", true);
  const y = valToPos(findPercentage(curve, position, over) ?? 0, "y", true) - 4 * scale;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x - 6 * scale, y - 10 * scale);
  ctx.lineTo(x + 6 * scale, y - 10 * scale);
  ctx.closePath();
  ctx.fillStyle = style(`--curve-${curve.slot}`);
  ctx.strokeStyle = style("--ground");
  ctx.lineWidth = 2 * scale;
  ctx.stroke();
  ctx.fill();
}

/** Draws letters at the ends of curves, moved down where they would overlap. */
function drawLetters(
  { ctx, valToPos }: uPlot,
  curves: readonly Curve[],
  { over, scale }: PlotOptions,
  style: Style,
): void {
  const ends = curves.map((curve) => {
    const { time, percentage } = curve.points.at(-1) ?? { time: 0, percentage: 0 };
    return { curve, x: valToPos(toPosition(curve, time, over), "x", true), y: valToPos(percentage, "y", true) };
  });
  let lowest = Number.NEGATIVE_INFINITY;
  ctx.textAlign = "left";
  for (const { curve, x, y } of ends.toSorted((one, other) => one.y - other.y)) {
    lowest = Math.max(y, lowest + LETTER_HEIGHT * scale);
    ctx.fillStyle = style(`--curve-${curve.slot}`);
    ctx.strokeStyle = style("--ground");
    ctx.lineWidth = 3 * scale;
    ctx.strokeText(getLetter(curve), x + 6 * scale, lowest);
    ctx.fillText(getLetter(curve), x + 6 * scale, lowest);
  }
}
