import { max } from "d3-array";
import { traceSteps } from "../curve/plane.ts";
import { formatPercent } from "../curve/text.ts";
import type { Episode } from "../episode.ts";
import { PLACES, unpackProfile } from "../profile.ts";

const WIDTH = 120;
const HEIGHT = 28;

/** Keeps the line from being cut off at the top and bottom. */
const MARGIN = 1;

/** Percentages beyond this are cut off, so that a single curve does not flatten all others. */
const MAX_TOP = 150;

/** Computes the percentage at the top of all sparklines of a report: 100, or more if curves pass that. */
export function computeTop(episodes: readonly Pick<Episode, "profile" | "insights">[]): number {
  const highest = max(episodes, ({ profile, insights }) => max(unpackProfile(profile, insights.end).places)) ?? 0;
  return Math.min(MAX_TOP, Math.max(100, highest));
}

/** Draws a small curve as SVG, over percent of its length, with a description for screen readers. */
export function drawSparkline(episode: Episode, top: number): string {
  const { places } = unpackProfile(episode.profile, episode.insights.end);
  const toY = (value: number) => HEIGHT - MARGIN - (Math.min(value, top) / top) * (HEIGHT - 2 * MARGIN);
  const steps = [...places, places.at(-1) ?? 0].map((value, place) => ({ x: (place / PLACES) * WIDTH, y: toY(value) }));
  const label = `Curve from ${formatPercent(places[0] ?? 0)} to ${formatPercent(episode.insights.figures.last5percent)}`;
  return `<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}"><path d="${traceSteps(steps)}"/></svg>`;
}
