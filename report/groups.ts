import { greatest, median, rank } from "d3-array";
import { formatPercent, formatPoints } from "../curve/text.ts";
import type { Episode } from "./episode.ts";
import { getEnd } from "./usual.ts";

/** Episodes before a date, and from it on, whose curves can be compared. */
export interface Groups {
  readonly before: readonly Episode[];
  readonly after: readonly Episode[];
  /** Number of episodes that can't be compared. */
  readonly leftOut: number;
}

/** A figure of both groups: their medians. */
export interface Figure {
  readonly name: string;
  readonly unit: "percent" | "seconds";
  readonly before: number;
  readonly after: number;
}

/** Fewest episodes of a group from which chance can be judged. */
const MIN_EPISODES = 4;

/** Two-sided 5 % point of the normal distribution. */
const CRITICAL = 1.96;

/** Splits episodes at a date, given as YYYY-MM-DD. Keeps those of the most frequent kind whose curves prove something. */
export function computeGroups(episodes: readonly Episode[], date: string): Groups {
  const dated = episodes.filter((episode) => episode.date !== undefined && episode.doubt === undefined);
  const kinds = [...Map.groupBy(dated, ({ kind }) => kind).values()];
  const compared = greatest(kinds, ({ length }) => length) ?? [];
  return {
    before: compared.filter((episode) => (episode.date ?? "") < date),
    after: compared.filter((episode) => (episode.date ?? "") >= date),
    leftOut: episodes.length - compared.length,
  };
}

/** Compares two groups, neither of which is empty: their medians, and in words whether the opening is better. */
export function compareGroups(groups: Groups, date: string): { figures: Figure[]; verdict: string; note: string } {
  const figures = [
    computeFigure("Still there after 1 minute", "percent", groups, (episode) => getEarly(episode, 1)),
    computeFigure("Still there after 5 minutes", "percent", groups, (episode) => getEarly(episode, 5)),
    computeFigure("Average", "percent", groups, ({ insights }) => insights.average),
    computeFigure("Average time heard", "seconds", groups, ({ insights }) => insights.heard),
    computeFigure("Reach the end", "percent", groups, getEnd),
  ].filter((figure) => figure !== undefined);
  const note = groups.leftOut > 0 ? `${groups.leftOut} of the episodes can't be compared and are left out.` : "";
  return { figures, verdict: describeOpening(groups, date), note };
}

function computeFigure(
  name: string,
  unit: Figure["unit"],
  { before, after }: Groups,
  getValue: (episode: Episode) => number | undefined,
): Figure | undefined {
  const [one, other] = [before, after].map((episodes) => median(episodes, getValue));
  return one === undefined || other === undefined ? undefined : { name, unit, before: one, after: other };
}

function getEarly({ insights }: Episode, minutes: number): number | undefined {
  return insights.early.find((early) => early.minutes === minutes)?.percentage;
}

/** Says how many stay for the first minute, and whether the difference may be chance. */
function describeOpening({ before, after }: Groups, date: string): string {
  const [old, recent] = [before, after].map((episodes) => episodes.flatMap((episode) => getEarly(episode, 1) ?? []));
  const [one, other] = [median(old ?? []), median(recent ?? [])];
  if (!old || !recent || one === undefined || other === undefined) return "";
  const facts = `After 1 minute, ${formatPercent(other)} are still there since ${date}, and ${formatPercent(one)} were before.`;
  if (Math.min(old.length, recent.length) < MIN_EPISODES) return `${facts} Too few episodes to tell more.`;
  if (Math.abs(computeRankSum(old, recent)) < CRITICAL) return `${facts} The difference may be chance.`;
  return `${facts} The opening has become ${other > one ? "better" : "worse"}: ${formatPoints(other - one)} points.`;
}

/**
 * Computes how clearly values differ with the rank-sum test (Wilcoxon 1945; Mann and Whitney 1947), as a standard normal
 * variable: beyond 1.96 on either side, chance has a probability below 5 %.
 */
export function computeRankSum(one: readonly number[], other: readonly number[]): number {
  const ranks = computeMeanRanks([...one, ...other]);
  const sum = ranks.slice(one.length).reduce((total, place) => total + place, 0);
  const expected = (other.length * (one.length + other.length + 1)) / 2;
  return (sum - expected) / Math.sqrt((one.length * expected) / 6);
}

/** Ranks values from 1. Equal values share the mean of their ranks. */
function computeMeanRanks(values: readonly number[]): number[] {
  const lowest = [...rank(values)];
  const sizes = Map.groupBy(lowest, (place) => place);
  return lowest.map((place) => place + 1 + ((sizes.get(place)?.length ?? 1) - 1) / 2);
}
