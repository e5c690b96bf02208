import { pairs } from "d3-array";
import type { Chart, Point } from "../../../lib/chart.ts";
import { toPrintable } from "../../../lib/printable.ts";
import type { Unit } from "../../sources/base/kinds.ts";
import { moveApart } from "./apart.ts";
import { computeInsights, isOfPeak } from "./insights.ts";
import { computeBins } from "./levels/bins.ts";
import { type Gap, splitAtGaps } from "./levels/gaps.ts";
import { joinLines, Markup, markup } from "./markup.ts";
import type { Moment } from "./moments/moment.ts";
import { computePlane, extendToEnd, type Plane, roundToTenth, thinToOutline, traceLine, traceSteps } from "./plane.ts";
import { describeCurve, describeInsights, describeMoments } from "./sentences.ts";
import { STYLE } from "./svg-style.ts";
import { cutMiddle, formatPercent } from "./text.ts";

const WIDTH = 960;
const LEFT = 72;
const RIGHT = WIDTH - 96;
const TOP = 112;
const BOTTOM = 376;

/** Where the picture has its curve, from second 0 to the end of the episode, in its own units. */
export const PLOT = { width: WIDTH, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM };

/** The moments, one line each, are below the curve. */
const LIST_TOP = BOTTOM + 78;
const LINE_HEIGHT = 22;

/** Pixels per labelled time. */
const WIDTH_PER_TIME = 64;
/** Maximum width of the title in Latin letters. */
const TITLE_COLUMNS = 80;

/** Radius of the numbered marks above the curve, and their smallest distance. */
const MARK_RADIUS = 9;
const MARK_DISTANCE = 21;
const MARK_TOP = TOP - 18;

/** Pixels per bucket of the outline to which a curve is thinned. */
const OUTLINE_WIDTH = 2;

const STYLE_ELEMENT = new Markup(`<style>${STYLE}
</style>
`);

/** What a picture says besides its curve. */
export interface Caption {
  /** By default, the GUID. */
  readonly title?: string | undefined;
  /** Undefined if it is not known. */
  readonly listeners?: number | undefined;
  /** What the curve counts. By default, listeners. */
  readonly unit?: Unit;
  /** Whether it has its colours; without them, the page around it has them. */
  readonly hasStyle?: boolean;
}

/**
 * Draws a curve as an SVG document with light and dark colours, and with a title and a description for screen readers.
 */
export function drawSvg(chart: Chart, { title = chart.guid, hasStyle = true, ...counted }: Caption = {}): string {
  const plane = computePlane(
    chart,
    { from: LEFT, to: RIGHT },
    { from: BOTTOM, to: TOP },
    Math.floor((RIGHT - LEFT) / WIDTH_PER_TIME),
    5,
  );
  const curve = computeBins(chart, counted.listeners);
  const insights = computeInsights(curve, { ...counted, isOfPeak: isOfPeak(chart) });
  const figures = describeInsights(insights);
  const moments = describeMoments(insights);
  const height = LIST_TOP + LINE_HEIGHT * (moments.length - 1) + 22;
  const lines = moments.map(
    (text, index) => markup`<text class="moment" x="${LEFT}" y="${LIST_TOP + LINE_HEIGHT * index}">${text}</text>`,
  );
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">Listeners of ${toPrintable(title)}</title>
<desc id="desc">${describeCurve(chart.duration, insights)}</desc>
${hasStyle ? STYLE_ELEMENT : ""}<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>
<text class="title" x="${LEFT}" y="40">${cutMiddle([...toPrintable(title)], TITLE_COLUMNS, countColumns)}</text>
<text x="${LEFT}" y="66">${figures.join(". ")}</text>
${drawPassages(insights.moments, plane)}
${drawAxes(plane)}
${drawCurve(chart, curve.gaps, plane)}
${drawAverage(insights.figures.average, plane)}
${drawMarks(insights.moments, plane)}
${joinLines(lines)}
</svg>
`.toString();
}

/** Characters of East Asia are twice as wide. Roughly: what measures it exactly, older browsers can't read. */
function countColumns(characters: readonly string[]): number {
  return characters.reduce((columns, character) => columns + (character < "\u1100" ? 1 : 2), 0);
}

function drawAxes({ x, y, xTicks, xUnit, yTicks }: Plane): Markup {
  const rows = yTicks.map((tick) => {
    const at = roundToTenth(y(tick));
    return markup`<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 10}" y="${at + 5}" text-anchor="end">${tick} %</text>`;
  });
  const columns = xTicks.map(({ time, name }) => {
    const at = roundToTenth(x(time));
    return markup`<line class="axis" x1="${at}" x2="${at}" y1="${BOTTOM}" y2="${BOTTOM + 6}"/><text x="${at}" y="${BOTTOM + 24}" text-anchor="middle">${name}</text>`;
  });
  return joinLines([
    ...rows,
    markup`<line class="axis" x1="${LEFT}" x2="${RIGHT}" y1="${BOTTOM}" y2="${BOTTOM}"/>`,
    ...columns,
    markup`<text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 46}" text-anchor="middle">${xUnit}</text>`,
  ]);
}

/** Draws a curve: solid where it has points, dashed and straight where it lacks some. */
function drawCurve(chart: Chart, gaps: readonly Gap[], { x, y }: Plane): Markup {
  const points = extendToEnd(chart);
  const parts = splitAtGaps(points, gaps);
  const place = ({ time, percentage }: Point) => ({ x: x(time), y: y(percentage) });
  const paths = parts.map((part) => {
    const outline = thinToOutline(part, ({ time }) => Math.floor(x(time) / OUTLINE_WIDTH));
    return traceSteps(outline.map(place));
  });
  const dashes = pairs(parts, (one, other) => traceLine([one.at(-1) ?? [], other[0] ?? []].flat().map(place)));
  const [start = 0, end = 0] = [points[0]?.time ?? 0, points.at(-1)?.time ?? 0].map((time) => roundToTenth(x(time)));
  const gap = dashes.length > 0 ? markup`\n<path class="curve gap" d="${dashes}"/>` : "";
  const area = `M${paths.join("L").replaceAll("M", "")}`;
  return markup`<path class="area" d="${area}L${end},${BOTTOM}L${start},${BOTTOM}Z"/>\n<path class="curve" d="${paths}"/>${gap}`;
}

/** Draws the average, with its label beside the curve. */
function drawAverage(average: number, { y }: Plane): Markup {
  const at = roundToTenth(y(average));
  return markup`<line class="average" x1="${LEFT}" x2="${RIGHT}" y1="${at}" y2="${at}"/>
<text x="${RIGHT + 8}" y="${at - 4}">average</text><text x="${RIGHT + 8}" y="${at + 14}">${formatPercent(average)}</text>`;
}

function drawPassages(moments: readonly Moment[], { x }: Plane): Markup {
  return joinLines(
    moments.map(({ from, to }) => {
      const width = Math.max(2, roundToTenth(x(to) - x(from)));
      return markup`<rect class="passage" x="${roundToTenth(x(from))}" y="${TOP}" width="${width}" height="${BOTTOM - TOP}"/>`;
    }),
  );
}

/** Draws the moments' numbers above the curve. */
function drawMarks(moments: readonly Moment[], { x }: Plane): Markup {
  const middles = moments.map(({ from, to }) => x((from + to) / 2));
  return joinLines(
    moveApart(middles, MARK_DISTANCE).map((place, index) => {
      const at = roundToTenth(place);
      return markup`<line class="guide" x1="${at}" y1="${MARK_TOP + MARK_RADIUS}" x2="${roundToTenth(middles[index] ?? 0)}" y2="${TOP}"/><circle class="mark" cx="${at}" cy="${MARK_TOP}" r="${MARK_RADIUS}"/><text class="number" x="${at}" y="${MARK_TOP + 4}" text-anchor="middle">${index + 1}</text>`;
    }),
  );
}
