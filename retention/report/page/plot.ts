import uPlot from "uplot";
import { formatTime } from "../../sources/base/times.ts";
import { drawGaps, drawUsual, getPixelRatio } from "./bands.ts";
import type { Over } from "./choice.ts";
import { make } from "./dom.ts";
import { DASHES, type DrawnCurve, findPercentage, toPosition } from "./drawn-curve.ts";
import { drawMarks, drawPassages } from "./marks.ts";
import type { Picture, PlotOptions, Style } from "./plot-types.ts";

const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 604_800];
const PERCENTS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000];

const Y_AXIS_WIDTH = 52;

/** Room for the moments' numbers above the curves, and for the letters at their ends. */
const TOP_HEIGHT = 30;
const RIGHT_WIDTH = 26;

/** Draws curves into an element, in the colours that its CSS custom properties define. */
export function drawPlot(parent: HTMLElement, picture: Picture, options: PlotOptions): uPlot {
  const style: Style = (name) => getComputedStyle(parent).getPropertyValue(name).trim();
  const { curves, over, extent } = picture;
  const { width, height, scale, crosshair } = options;
  return new uPlot(
    {
      width,
      height,
      padding: [TOP_HEIGHT * scale, RIGHT_WIDTH * scale, 0, 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: [extent.from, extent.to] },
        y: { range: () => [0, computeTop(picture)] },
      },
      axes: computeAxes(over, style, scale),
      series: [{}, ...curves.map((curve) => computeSeries(curve, over, style, options))],
      cursor: computeCursor(options),
      hooks: {
        drawAxes: [
          (plot) => drawUsual(plot, picture, scale, style),
          (plot) => drawPassages(plot, picture, scale, style),
        ],
        draw: [
          (plot) => drawGaps(plot, picture, scale, style),
          (plot) => drawMarks(plot, picture, scale, style),
          // The plot can't convert a position to pixels before it is drawn.
          (plot) => crosshair && moveCrosshair(plot, curves, crosshair.position, over),
        ],
      },
    },
    computeTable(curves, over),
    parent,
  );
}

function computeAxes(over: Over, style: Style, scale: number): uPlot.Axis[] {
  const line = { stroke: () => style("--grid"), width: scale };
  const axis: uPlot.Axis = {
    stroke: () => style("--quiet"),
    font: `${12 * scale}px system-ui, sans-serif`,
    gap: 5 * scale,
    space: 56 * scale,
    grid: line,
    ticks: { ...line, size: 6 * scale },
  };
  const incrs = over === "time" ? SECONDS : PERCENTS;
  return [
    { ...axis, size: 34 * scale, incrs, values: (_, at) => at.map(format(over)) },
    { ...axis, size: Y_AXIS_WIDTH * scale, incrs: PERCENTS, values: (_, at) => at.map((value) => `${value}\u00a0%`) },
  ];
}

function computeSeries(curve: DrawnCurve, over: Over, style: Style, { scale, hasDashes }: PlotOptions): uPlot.Series {
  const { slot, gaps = [] } = curve;
  return {
    stroke: () => style(`--curve-${slot}`),
    width: 2 * scale,
    dash: hasDashes ? (DASHES[slot] ?? []).map((length) => length * scale) : [],
    // Steps: a value counts until the next one, as the crosshair reads it.
    ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
    // Where a curve lacks points, drawGaps draws it.
    gaps: (plot) =>
      gaps.map(({ from, to }) => {
        const [start = 0, end = 0] = [from, to].map((time) => plot.valToPos(toPosition(curve, time, over), "x", true));
        return [start, end + scale * getPixelRatio(plot)];
      }),
    points: { show: false },
  };
}

function computeCursor({ crosshair }: PlotOptions): uPlot.Cursor {
  return {
    show: crosshair !== undefined,
    y: false,
    drag: { setScale: false, x: false, y: false },
    points: { show: false },
    // The crosshair stays in place when the mouse leaves the plot.
    bind: {
      mouseleave: () => null,
      mousemove: (plot, _, handler) => (event) => {
        handler(event);
        if (plot.cursor.left !== undefined && plot.cursor.left >= 0)
          crosshair?.onPoint(plot.posToVal(plot.cursor.left, "x"));
        return null;
      },
    },
  };
}

function computeTable(curves: readonly DrawnCurve[], over: Over): uPlot.AlignedData {
  const tables = curves.map(
    (curve): uPlot.AlignedData => [
      curve.points.map(({ time }) => toPosition(curve, time, over)),
      curve.points.map(({ percentage }) => percentage),
    ],
  );
  return uPlot.join(tables);
}

/** Rounds the highest percentage up: to 100, or to a multiple of 20 above it. Zooming does not change it. */
function computeTop({ curves }: Picture): number {
  const highest = Math.max(...curves.flatMap(({ points }) => points.map(({ percentage }) => percentage)));
  return highest <= 100 ? 100 : Math.ceil(highest / 20) * 20;
}

function format(over: Over): (value: number) => string {
  return over === "time" ? formatTime : (value) => `${value}\u00a0%`;
}

/** Moves the crosshair to a position, with a dot on each curve there. */
export function moveCrosshair(plot: uPlot, curves: readonly DrawnCurve[], position: number, over: Over): void {
  const left = plot.valToPos(position, "x");
  plot.setCursor({ left, top: 0 }, false);
  for (const dot of plot.over.querySelectorAll(".dot")) dot.remove();
  for (const curve of curves) {
    const percentage = findPercentage(curve, position, over);
    if (percentage === undefined) continue;
    const dot = make("div", { class: `dot slot-${curve.slot}` });
    dot.style.translate = `${left}px ${plot.valToPos(percentage, "y")}px`;
    plot.over.append(dot);
  }
}
