import { max, median, range } from "d3-array";
import type { FigureName } from "../curve/figures.ts";
import { splitAtGaps } from "../curve/levels/gaps.ts";
import { type Markup, markup } from "../curve/markup.ts";
import { traceLine, traceSteps } from "../curve/plane.ts";
import { formatPercent } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { findTimeline } from "../show/before-after.ts";
import type { LeadingPassage } from "../show/show.ts";
import { PLACES, unpackProfile } from "../usual/profile.ts";
import { findSettled } from "../usual/reported-figures.ts";

/** Size of a card's picture, of a row's curve and of a row's bar, in their own units. */
const WIDTH = 160;
const HEIGHT = 48;
const SPARK = { width: 120, height: 28 };
const BAR = { width: 22, height: 10 };

/** Points at which a bar has its whole length: more are cut off, so that one episode does not flatten all others. */
const REACH = 15;

/** Percentages beyond this are cut off in rows, so that a single curve does not flatten all others. */
const MAX_TOP = 150;

/** Narrower passages could not be seen. */
const MIN_BAND = 4;

/** From here on, dots are smaller. */
const MANY_DOTS = 60;

/** Computes the percentage at the top of the curves in all rows: 100, or more if curves pass that. */
export function computeTop(episodes: readonly Pick<Episode, "profile" | "insights">[]): number {
  const highest = max(episodes, ({ profile, insights }) => max(unpackProfile(profile, insights.end).places)) ?? 0;
  return Math.min(MAX_TOP, Math.max(100, highest));
}

/** Draws a row's curve as SVG, over percent of its length, with a description for screen readers. */
export function drawSparkline(episode: Episode, top: number): Markup {
  const { profile, insights } = episode;
  const [first = 0] = unpackProfile(profile, insights.end).places;
  const label = `Curve from ${formatPercent(first)} to ${formatPercent(insights.figures.last5percent)}`;
  return markup`<svg class="spark" viewBox="0 0 ${SPARK.width} ${SPARK.height}" preserveAspectRatio="none" role="img" aria-label="${label}">${drawProfile(episode, SPARK, top)}</svg>`;
}

/** Draws a curve's profile as steps, where the curve lacks points as dashed straight lines. Levels above the top are cut off. */
function drawProfile({ profile, insights: { end }, gaps = [] }: Episode, { width, height }: typeof SPARK, top: number) {
  const { places } = unpackProfile(profile, end);
  const isMissing = (place: number) =>
    gaps.some(({ from, to }) => from * PLACES < (place + 1) * end && to * PLACES > place * end);
  const points = [...places, places.at(-1) ?? 0].map((percentage, time) => ({ time, percentage }));
  const known = points.filter(({ time }) => !isMissing(time));
  const holes = range(PLACES)
    .filter((place) => isMissing(place) && !isMissing(place - 1))
    .map((from) => ({ from, to: known.find(({ time }) => time > from)?.time ?? from }));
  // A margin of 1 keeps the line from being cut off at the top and bottom.
  const spots = splitAtGaps(known, holes).map((part) =>
    part.map(({ time, percentage }) => ({
      x: (time / PLACES) * width,
      y: height - 1 - (Math.min(percentage, top) / top) * (height - 2),
    })),
  );
  const dashes = spots.slice(1).map((part, index) => traceLine([spots[index]?.at(-1) ?? [], part[0] ?? []].flat()));
  const dashed = dashes.length > 0 ? markup`<path class="gap" d="${dashes}"/>` : "";
  return markup`<path d="${spots.map(traceSteps)}"/>${dashed}`;
}

/** Draws an episode's curve, with the passage as an area. */
export function drawTinyCurve(passage: LeadingPassage, episodes: readonly Episode[]): Markup {
  const episode = episodes.find(({ guid }) => guid === passage.guid);
  if (!episode) return markup``;
  const { end } = episode.insights;
  const top = Math.max(100, ...unpackProfile(episode.profile, end).places);
  const [from, to] = [passage.from, Math.max(passage.to, passage.from)].map((time) => (time / end) * WIDTH);
  const middle = ((from ?? 0) + (to ?? 0)) / 2;
  const width = Math.max(MIN_BAND, (to ?? 0) - (from ?? 0));
  const band =
    passage.from > 0
      ? markup`<rect class="band" x="${(middle - width / 2).toFixed(1)}" y="0" width="${width.toFixed(1)}" height="${HEIGHT}"/>`
      : "";
  return drawTiny(markup`${band}${drawProfile(episode, { width: WIDTH, height: HEIGHT }, top)}`);
}

/** Draws a figure of all episodes in order of time as dots, with the median before a date, unless that is empty, and from it on. */
export function drawDots(figure: FigureName, date: string, episodes: readonly Episode[]): Markup {
  const dots = findTimeline(episodes).flatMap(({ date, insights, youth }) => {
    const value = findSettled(insights.figures, youth, figure);
    return value === undefined ? [] : [{ date, value }];
  });
  const values = dots.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const toX = (index: number) => 3 + (index / Math.max(1, dots.length - 1)) * (WIDTH - 6);
  const toY = (value: number) => HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8);
  const split = date ? dots.findIndex((dot) => dot.date >= date) : -1;
  const level = (from: number, to: number) => {
    const y = toY(median(values.slice(from, to)) ?? 0).toFixed(1);
    return `M${toX(from).toFixed(1)},${y}H${toX(to - 1).toFixed(1)}`;
  };
  const levels = split > 0 ? markup`<path class="level" d="${level(0, split)}${level(split, dots.length)}"/>` : "";
  // Lines without a length have round ends: dots that stay round however wide the picture is.
  const places = dots.map(({ value }, index) => `M${toX(index).toFixed(1)},${toY(value).toFixed(1)}h0`);
  const type = dots.length > MANY_DOTS ? "dots is-many" : "dots";
  return drawTiny(markup`${levels}<path class="${type}" d="${places}"/>`);
}

/** What a picture shows, the claim beside it says. */
function drawTiny(content: Markup): Markup {
  return markup`<svg class="tiny" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${content}</svg>`;
}

/** Draws a difference in points as a bar to the left or right of a line. The number is beside it. */
export function drawVersus(points: number): Markup {
  const { width: half, height } = BAR;
  const width = Math.min(1, Math.abs(points) / REACH) * half;
  const x = points < 0 ? -width : 0;
  const type = points < 0 ? "versus is-less" : "versus";
  return markup`<svg class="${type}" viewBox="${-half} 0 ${2 * half} ${height}" aria-hidden="true"><path d="M0,0V${height}"/><rect x="${x.toFixed(1)}" y="2" width="${width.toFixed(1)}" height="6"/></svg>`;
}
