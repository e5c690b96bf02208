import { max, min } from "d3-array";
import { line } from "d3-shape";
import type { Point } from "../../../lib/chart.ts";
import { thinToOutline } from "../draw/plane.ts";
import { formatPercent } from "../draw/text.ts";

const WIDTH = 120;
const HEIGHT = 28;

/** Keeps the line from being cut off at the top and bottom. */
const MARGIN = 1;

/** Pixels per bucket of the outline to which a curve is thinned. */
const OUTLINE_WIDTH = 3;

/** Draws a small curve as SVG, from 0 to 100 percent or to a higher peak, with a description for screen readers. */
export function drawSparkline(points: readonly Point[]): string {
  const end = points.at(-1)?.time || 1;
  const top = Math.max(100, max(points, ({ percentage }) => percentage) ?? 0);
  const toX = ({ time }: Point) => (time / end) * WIDTH;
  const toY = ({ percentage }: Point) => HEIGHT - MARGIN - (percentage / top) * (HEIGHT - 2 * MARGIN);
  const outline = thinToOutline(points, (point) => Math.floor(toX(point) / OUTLINE_WIDTH));
  const label = describe(points);
  const path = line<Point>(toX, toY).digits(1)(outline);
  return `<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}"><path d="${path}"/></svg>`;
}

function describe(points: readonly Point[]): string {
  const [first, last, lowest, highest] = [
    points[0]?.percentage,
    points.at(-1)?.percentage,
    min(points, ({ percentage }) => percentage),
    max(points, ({ percentage }) => percentage),
  ].map((percentage = 0) => formatPercent(percentage));
  return `Curve from ${first} to ${last}, lowest ${lowest}, highest ${highest}`;
}
