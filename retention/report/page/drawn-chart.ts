import { range } from "d3-array";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import { formatTime } from "../../sources/base/times.ts";
import { moveApart } from "../curve/apart.ts";
import { splitAtGaps } from "../curve/levels/gaps.ts";
import { traceLine, traceSteps } from "../curve/plane.ts";
import type { Band } from "../usual/usual.ts";
import type { Over } from "./choice.ts";
import { draw } from "./dom.ts";
import { computeEnds, type DrawnCurve, findPercentage, getEndTime, toPosition } from "./drawn-curve.ts";

/** What a chart shows. */
export interface Picture {
  readonly curves: readonly DrawnCurve[];
  readonly over: Over;
  /** Where the horizontal axis ends, which begins at 0. */
  readonly end: number;
  /** The usual of the only episode, behind its curve. */
  readonly usual: Band | undefined;
  /** What 100 % is, at the axis. */
  readonly whole: string;
}

/** A drawn chart, with the scales of what is put on it. */
export interface DrawnChart {
  readonly svg: SVGElement;
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

/** Room around the curves, in CSS pixels. The chapters below have the same on their left and right. */
export const MARGIN = { left: 48, right: 28, top: 36, bottom: 30 };

const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 604_800];
const TIME_WIDTH = 76;
const LETTER_HEIGHT = 15;
const LETTER_WIDTH = 8;

/** Draws curves as SVG, whose colours are the page's. */
export function drawChart(picture: Picture, width: number, height: number): DrawnChart {
  const { curves, over, end, usual, whole } = picture;
  const [left, right, bottom] = [MARGIN.left, width - MARGIN.right, height - MARGIN.bottom];
  const x = scaleLinear([0, end], [left, right]);
  const y = scaleLinear([0, computeTop(curves)], [bottom, MARGIN.top]);
  const levels = y
    .ticks(4)
    .flatMap((level) => [
      draw("path", { class: "grid", d: `M${left},${y(level)}H${right}` }),
      draw("text", { x: left - 7, y: y(level), dy: "0.35em", "text-anchor": "end" }, `${level}\u00a0%`),
    ]);
  const places = computePlaces(end, over, right - left);
  const times = places.map((place) =>
    draw(
      "text",
      { x: x(place), y: height - 6, "text-anchor": "middle" },
      over === "time" ? formatTime(place) : `${place}\u00a0%`,
    ),
  );
  const clip = draw("clipPath", { id: "plot" }, draw("rect", { x: left, y: 0, width: right - left, height }));
  const svg = draw(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    clip,
    ...levels,
    ...times,
    draw("text", { x: 0, y: 12 }, whole),
    draw(
      "g",
      { "clip-path": "url(#plot)" },
      ...drawUsual(picture, x, y),
      ...curves.flatMap((curve) => drawApart(curve, over, x, y)),
      ...curves.flatMap((curve) => drawCurve(curve, over, x, y)),
    ),
    ...(usual ? [drawUsualName(usual, picture, x, y)].flat() : []),
    ...(curves.length > 1 ? drawLetters(picture, x, y) : []),
  );
  return { svg, x, y };
}

type Scale = ScaleLinear<number, number>;

/** Rounds the highest percentage up: to 100, or to a multiple of 20 above it. Zooming does not change it. */
function computeTop(curves: readonly DrawnCurve[]): number {
  const highest = Math.max(...curves.flatMap(({ points }) => points.map(({ percentage }) => percentage)));
  return highest <= 100 ? 100 : Math.ceil(highest / 20) * 20;
}

function computePlaces(end: number, over: Over, width: number): number[] {
  const count = Math.max(2, Math.floor(width / TIME_WIDTH));
  if (over === "percent") return scaleLinear([0, end], [0, 1]).ticks(count);
  const step = SECONDS.find((seconds) => end / seconds <= count) ?? end;
  return range(0, end + 0.001, step);
}

/** A value counts until the next one. Where a curve lacks points, it is a straight dashed line. */
function drawCurve(curve: DrawnCurve, over: Over, x: Scale, y: Scale): SVGElement[] {
  const { slot, gaps = [] } = curve;
  const spot = (time: number, percentage: number) => ({ x: x(toPosition(curve, time, over)), y: y(percentage) });
  const last = curve.points.at(-1);
  const points = last ? [...curve.points, { ...last, time: getEndTime(curve) }] : [];
  const parts = splitAtGaps(points, gaps).map((part) =>
    traceSteps(part.map(({ time, percentage }) => spot(time, percentage))),
  );
  const dashes = gaps.map((gap) => {
    const [one, other] = computeEnds(curve, gap);
    return traceLine([spot(gap.from, one), spot(gap.to, other)]);
  });
  return [
    draw("path", { class: `curve slot-${slot}`, d: parts.join("") }),
    ...(dashes.length > 0 ? [draw("path", { class: `curve gap slot-${slot}`, d: dashes.join("") })] : []),
  ];
}

/** The distance of hatches, the room for what only the other cut has, and the height of its length above the axis, in CSS pixels. */
const HATCH = 5;
const ADDED_WIDTH = 6;
const ADDED_BOTTOM = 40;

/** Hatches what only the cut has at whose times a curve is drawn, and marks where the other has something more, with its length. */
function drawApart(curve: DrawnCurve, over: Over, x: Scale, y: Scale): SVGElement[] {
  const [bottom = 0, top = 0] = y.range();
  return (curve.apart ?? []).flatMap(({ from, to, other }) => {
    const start = x(toPosition(curve, from, over));
    const end = Math.max(x(toPosition(curve, to, over)), start + ADDED_WIDTH);
    const hatches = range(start, end, HATCH).map((place) => `M${place},${top}V${bottom}`);
    const isRight = end + ADDED_WIDTH > (x.range()[1] ?? 0) - LETTER_WIDTH * 6;
    const place = isRight ? { x: start - 3, "text-anchor": "end" } : { x: end + 3 };
    const attributes = { class: `letter slot-${curve.slot}`, y: bottom - ADDED_BOTTOM, ...place };
    return [
      draw("path", { class: `apart slot-${curve.slot}`, d: hatches.join("") }),
      ...(other > 0 ? [draw("text", attributes, `+${formatTime(other)}`)] : []),
    ];
  });
}

/** Draws the usual: the middle half as an area, the median as a dotted line. */
function drawUsual({ usual, curves: [curve], over }: Picture, x: Scale, y: Scale): SVGElement[] {
  if (!usual || !curve) return [];
  const trace = (levels: readonly number[]) =>
    levels.flatMap((level, index) =>
      [index, index + 1].map((place) => ({ x: x(toPosition(curve, usual.times[place] ?? 0, over)), y: y(level) })),
    );
  return [
    draw("path", { class: "usual-half", d: `${traceLine([...trace(usual.high), ...trace(usual.low).toReversed()])}Z` }),
    draw("path", { class: "usual", d: traceLine(trace(usual.median)) }),
  ];
}

/** Names the grey at its end, on the side of it where the curve is not. */
function drawUsualName({ median, times }: Band, { curves: [curve], over }: Picture, x: Scale, y: Scale): SVGElement[] {
  const at = Math.floor(median.length * 0.93);
  const time = times[at] ?? 0;
  const level = median[at] ?? 0;
  const own = curve && findPercentage(curve, toPosition(curve, time, over), over);
  const place = x(curve ? toPosition(curve, time, over) : time);
  if (place > (x.range()[1] ?? 0)) return [];
  const isBelow = (own ?? 0) > level;
  const spot = { x: place, y: y(level) + (isBelow ? 24 : -14), "text-anchor": "middle" };
  return [draw("text", { class: "usual-name", ...spot }, "usual")];
}

/** Draws the curves' letters at their ends. */
function drawLetters({ curves, over, end }: Picture, x: Scale, y: Scale): SVGElement[] {
  const ends = curves.map((curve) => {
    const position = Math.min(toPosition(curve, getEndTime(curve), over), end);
    return { curve, x: x(position) + 5, y: y(findPercentage(curve, position, over) ?? 0) };
  });
  const sorted = ends.toSorted((one, other) => one.y - other.y);
  const heights = moveApart(
    sorted.map((end) => end.y),
    LETTER_HEIGHT,
  );
  return sorted.map((end, index) => {
    return draw(
      "text",
      {
        class: `letter slot-${end.curve.slot}`,
        x: Math.min(end.x, (x.range()[1] ?? 0) + 5),
        y: heights[index] ?? end.y,
        dy: "0.35em",
      },
      end.curve.letter,
    );
  });
}
