import type uPlot from "uplot";
import { clipToPlot, drawLine, getPixelRatio } from "./bands.ts";
import type { Style } from "./plot-types.ts";

/** A figure over time, in percent. */
export interface Line {
  readonly name: string;
  /** A value for each date; undefined where an episode has none. */
  readonly values: readonly (number | undefined)[];
  /** Medians before the chosen date, and from it on. */
  readonly levels?: readonly [before: number, after: number];
}

/** Figures over time. */
export interface Timeline {
  /** Seconds since 1970, in ascending order. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  /** The chosen date. */
  readonly split: number | undefined;
}

/** Draws the chosen date, and the median of each line before it and from it on. */
export function drawSplit(plot: uPlot, { lines, split }: Timeline, style: Style): void {
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
export function drawNames(plot: uPlot, lines: readonly Line[], style: Style): void {
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
