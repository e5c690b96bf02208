import { area, line } from "d3-shape";
import type { Chart, Point } from "../../../lib/chart.ts";
import { toPrintable } from "../../cli/printable.ts";
import { computeInsights, type Drop } from "./insights.ts";
import { computePlane, extendToEnd, type Plane, thinToOutline } from "./plane.ts";
import {
  describeDrop,
  describeInsights,
  describeRemaining,
  escapeMarkup,
  formatPercent,
  formatTime,
  shorten,
} from "./text.ts";

const WIDTH = 960;
const HEIGHT = 440;
const LEFT = 72;
const RIGHT = WIDTH - 28;
const TOP = 96;
const BOTTOM = HEIGHT - 64;

/** Pixels per labelled time. */
const WIDTH_PER_TIME = 64;
/** Maximum width of the title, in columns of a terminal. */
const TITLE_COLUMNS = 64;

/** Approximate widths, since fonts differ: of the drop's label, and of that and the average's label side by side. */
const LABEL_WIDTH = 280;
const LABELS_WIDTH = 400;
const LABEL_HEIGHT = 20;

/** Pixels per bucket of the outline to which a curve is thinned. */
const OUTLINE_WIDTH = 2;

/** Light by default, because not every SVG viewer supports media queries. */
const STYLE = `
  text { font: 14px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #57606a }
  .paper { fill: #ffffff }
  .title { font-size: 20px; font-weight: 600; fill: #1f2328 }
  .grid { stroke: #d8dee4 }
  .axis { stroke: #8c959f }
  .area { fill: #0969da; fill-opacity: 0.12 }
  .curve { fill: none; stroke: #0969da; stroke-width: 2; stroke-linejoin: round }
  .average { stroke: #57606a; stroke-dasharray: 6 5 }
  .drop { fill: #cf222e }
  .mark { fill: #cf222e; stroke: #ffffff; stroke-width: 2 }
  .on-curve { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 }
    .paper { fill: #0d1117 }
    .title { fill: #f0f6fc }
    .grid { stroke: #2a313c }
    .axis { stroke: #656c76 }
    .area { fill: #4493f8; fill-opacity: 0.18 }
    .curve { stroke: #4493f8 }
    .average { stroke: #9198a1 }
    .drop { fill: #ff7b72 }
    .mark { fill: #ff7b72; stroke: #0d1117 }
    .on-curve { stroke: #0d1117 }
  }`;

/**
 * Draws a curve as an SVG document with light and dark colours, and with a title and a description for screen readers.
 */
export function drawSvg(chart: Chart, title = chart.guid): string {
  const xRange = { from: LEFT, to: RIGHT };
  const yRange = { from: BOTTOM, to: TOP };
  const plane = computePlane(chart, xRange, yRange, Math.floor((RIGHT - LEFT) / WIDTH_PER_TIME), 5);
  const insights = computeInsights(chart);
  const sentences = describeInsights(insights);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title desc">
<title id="title">Listeners of ${escapeMarkup(toPrintable(title))}</title>
<desc id="desc">${escapeMarkup(`${[`Length: ${formatTime(chart.duration)}`, ...sentences].join(". ")}.`)}</desc>
<style>${STYLE}
</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="8"/>
<text class="title" x="${LEFT}" y="40">${escapeMarkup(shorten(title, TITLE_COLUMNS))}</text>
<text x="${LEFT}" y="66">${escapeMarkup(describeRemaining(insights.remaining))}</text>
${drawAxes(plane)}
${drawCurve(chart, plane)}
${drawAverage(insights.average, insights.sharpestDrop, plane)}
${insights.sharpestDrop ? drawDrop(insights.sharpestDrop, chart, plane) : ""}
</svg>
`;
}

function drawAxes({ x, y, xTicks, xUnit, yTicks }: Plane): string {
  const rows = yTicks.map((tick) => {
    const at = round(y(tick));
    return `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 10}" y="${at + 5}" text-anchor="end">${tick} %</text>`;
  });
  const columns = xTicks.map(({ time, name }) => {
    const at = round(x(time));
    return `<line class="axis" x1="${at}" x2="${at}" y1="${BOTTOM}" y2="${BOTTOM + 6}"/><text x="${at}" y="${BOTTOM + 24}" text-anchor="middle">${name}</text>`;
  });
  return [
    ...rows,
    `<line class="axis" x1="${LEFT}" x2="${RIGHT}" y1="${BOTTOM}" y2="${BOTTOM}"/>`,
    ...columns,
    `<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 16}" text-anchor="middle">${xUnit}</text>`,
  ].join("\n");
}

function drawCurve(chart: Chart, { x, y }: Plane): string {
  const toX = ({ time }: Point) => x(time);
  const toY = ({ percentage }: Point) => y(percentage);
  const points = thinToOutline(extendToEnd(chart), (point) => Math.floor(toX(point) / OUTLINE_WIDTH));
  const ground = area<Point>(toX, BOTTOM, toY).digits(1);
  const curve = line<Point>(toX, toY).digits(1);
  return `<path class="area" d="${ground(points)}"/>\n<path class="curve" d="${curve(points)}"/>`;
}

/** Draws the average. Its label is at the right edge, or at the left edge if the drop is near the right one. */
function drawAverage(average: number, drop: Drop | undefined, { x, y }: Plane): string {
  const at = round(y(average));
  const isLeft = drop !== undefined && x(drop.time) > RIGHT - LABELS_WIDTH;
  const place = isLeft ? `x="${LEFT + 4}"` : `x="${RIGHT - 4}" text-anchor="end"`;
  const label = at < TOP + LABEL_HEIGHT ? at + LABEL_HEIGHT : at - 8;
  return `<line class="average" x1="${LEFT}" x2="${RIGHT}" y1="${at}" y2="${at}"/>
<text class="on-curve" ${place} y="${label}">average ${formatPercent(average)}</text>`;
}

/**
 * Draws the start of the sharpest drop. Its label is to its right, above the curve. Near the right edge of the drawing,
 * it is to its left, below the curve.
 */
function drawDrop(drop: Drop, { data }: Chart, { x, y }: Plane): string {
  const start = data.find(({ time }) => time === drop.time);
  const at = { x: round(x(drop.time)), y: round(y(start?.percentage ?? 0)) };
  const isRight = at.x + LABEL_WIDTH < RIGHT;
  const place = isRight
    ? `x="${at.x + 12}" y="${Math.max(TOP + 6, at.y - 12)}"`
    : `x="${at.x - 12}" y="${Math.min(BOTTOM - 10, at.y + 26)}" text-anchor="end"`;
  return `<circle class="mark" cx="${at.x}" cy="${at.y}" r="6"/>
<text class="drop on-curve" ${place}>−${describeDrop(drop)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
