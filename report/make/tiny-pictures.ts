import { median } from "d3-array";
import { findTimeline } from "../before-after.ts";
import type { Card } from "../cards.ts";
import { traceSteps } from "../curve/plane.ts";
import type { Episode } from "../episode.ts";
import { PLACES, unpackProfile } from "../profile.ts";
import type { LeadingPassage } from "../show.ts";

/** Size of a card's picture, in its own units. */
const WIDTH = 160;
const HEIGHT = 48;

/** Narrower passages could not be seen. */
const MIN_BAND = 4;

/** From here on, dots are smaller. */
const MANY_DOTS = 60;

/** Draws an episode's curve, with the passage as an area. */
export function drawTinyCurve(passage: LeadingPassage | undefined, episodes: readonly Episode[]): string {
  const episode = episodes.find(({ guid }) => guid === passage?.guid);
  if (!episode || !passage) return "";
  const { end } = episode.insights;
  const { places } = unpackProfile(episode.profile, end);
  const top = Math.max(100, ...places);
  const steps = [...places, places.at(-1) ?? 0].map((value, place) => {
    return { x: (place / PLACES) * WIDTH, y: HEIGHT - (value / top) * (HEIGHT - 2) - 1 };
  });
  const [from, to] = [passage.from, Math.max(passage.to, passage.from)].map((time) => (time / end) * WIDTH);
  const middle = ((from ?? 0) + (to ?? 0)) / 2;
  const width = Math.max(MIN_BAND, (to ?? 0) - (from ?? 0));
  const band =
    passage.from > 0
      ? `<rect class="band" x="${(middle - width / 2).toFixed(1)}" y="0" width="${width.toFixed(1)}" height="${HEIGHT}"/>`
      : "";
  return drawTiny(`${band}<path d="${traceSteps(steps)}"/>`);
}

/** Draws a figure of all episodes in order of time as dots, with the median before a date and from it on. */
export function drawDots(
  figure: NonNullable<Card["figure"]>,
  date: string | undefined,
  episodes: readonly Episode[],
): string {
  const dots = findTimeline(episodes).flatMap((episode) => {
    const value = episode.insights.figures[figure];
    return value === undefined || (episode.youth && figure === "average") ? [] : [{ date: episode.date, value }];
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
  const levels = split > 0 ? `<path class="level" d="${level(0, split)}${level(split, dots.length)}"/>` : "";
  // Lines without a length have round ends: dots that stay round however wide the picture is.
  const places = dots.map(({ value }, index) => `M${toX(index).toFixed(1)},${toY(value).toFixed(1)}h0`);
  const type = dots.length > MANY_DOTS ? "dots is-many" : "dots";
  return drawTiny(`${levels}<path class="${type}" d="${places.join("")}"/>`);
}

/** What a picture shows, the claim beside it says. */
function drawTiny(content: string): string {
  return `<svg class="tiny" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${content}</svg>`;
}
