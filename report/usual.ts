import { max, median, quantile, quantileSorted } from "d3-array";
import type { Band, Episode, Usual } from "./episode.ts";

/** Fewest other episodes from which the usual is computed. */
export const MIN_OTHERS = 5;

/** Values further outside the middle half than this multiple of it are unusual (Tukey 1977, "inner fences"). */
const FENCE = 1.5;

/** The middle half is taken to be at least so many percentage points: no two episodes are the same. */
const MIN_SPREAD = 3;

/** Episodes that can be compared with an episode: the others of the same kind whose curves prove something. */
export function findComparable<T extends Pick<Episode, "guid" | "kind" | "doubt">>(
  { guid, kind }: T,
  episodes: readonly T[],
): T[] {
  return episodes.filter((other) => other.guid !== guid && other.kind === kind && other.doubt === undefined);
}

type Figures = Pick<Episode, "insights">;

/** Computes the usual of other episodes, or undefined if they are too few. */
export function computeUsual(episode: Figures, others: readonly Figures[]): Usual | undefined {
  if (others.length < MIN_OTHERS) return undefined;
  const averages = others.map(({ insights }) => insights.average);
  const ends = others.map(getEnd);
  return {
    others: others.length,
    end: median(ends) ?? 0,
    difference: episode.insights.average - (median(averages) ?? 0),
    isTypical: isWithin(episode.insights.average, averages) && isWithin(getEnd(episode), ends),
  };
}

/** Returns the percentage at the end of an episode. */
export function getEnd({ insights }: Figures): number {
  return insights.remaining.at(-1)?.percentage ?? 0;
}

/** Returns the percentage halfway through an episode. */
export function getHalf({ insights }: Figures): number {
  return insights.remaining.find(({ part }) => part === 0.5)?.percentage ?? 0;
}

function isWithin(value: number, others: readonly number[]): boolean {
  const [low = 0, high = 0] = [quantile(others, 0.25), quantile(others, 0.75)];
  const reach = FENCE * Math.max(MIN_SPREAD, high - low);
  return value >= low - reach && value <= high + reach;
}

/** Computes the median and the middle half of curves. Where some have ended, the others count. */
export function computeBand(curves: readonly (readonly number[])[]): Band {
  const length = max(curves, (curve) => curve.length) ?? 0;
  const columns = Array.from({ length }, (_, place) => {
    return [...Float64Array.from(curves.flatMap((curve) => curve[place] ?? [])).sort()];
  });
  const compute = (part: number) => columns.map((values) => quantileSorted(values, part) ?? 0);
  return { median: compute(0.5), low: compute(0.25), high: compute(0.75) };
}
