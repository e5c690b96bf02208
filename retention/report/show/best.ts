import { sum } from "d3-array";
import { ALPHA } from "../curve/statistics/limits.ts";
import { fitLine } from "../curve/statistics/line.ts";
import { computeUpperP } from "../curve/statistics/student.ts";
import type { Measured } from "../usual/measured.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import { computeExcessChance, MIN_POINTS, type Rated } from "../usual/typicality.ts";

/** The episode that keeps its listeners best for its length. */
export interface Best<T> {
  readonly episode: T;
  /** The average that episodes of its length usually have. */
  readonly usual: number;
}

/**
 * Finds the episode whose average is clearly above those of the others for its length: above the prediction interval of
 * a line over the length's logarithm, at 5 % for all episodes together (Bonferroni).
 *
 * @param episodes of one kind, with curves that prove something
 */
export function findBest<T extends Rated & Pick<Measured, "end">>(episodes: readonly T[]): Best<T> | undefined {
  if (episodes.length <= MIN_OTHERS) return undefined;
  const rated = episodes.map((episode) => rate(episode, episodes));
  const clear = rated.filter(({ p, gain }) => p < ALPHA / episodes.length && gain >= MIN_POINTS);
  return clear.sort((one, other) => other.t - one.t)[0];
}

function rate<T extends Rated & Pick<Measured, "end">>(episode: T, episodes: readonly T[]) {
  const others = episodes.filter((other) => other !== episode);
  const { slope, x, y, spread, residuals } = fitLine(
    others.map(({ end }) => Math.log(end)),
    others.map(({ figures }) => figures.average),
  );
  const distance = Math.log(episode.end) - x;
  const usual = y + slope * distance;
  const degrees = others.length - 2;
  const variance = sum(residuals, (residual) => residual ** 2) / degrees;
  const error = variance * (1 + 1 / others.length + distance ** 2 / (spread || 1));
  const gain = episode.figures.average - usual;
  const t = gain / (Math.sqrt(error + computeExcessChance(episode, others, "average")) || 1e-9);
  return { episode, usual, gain, t, p: computeUpperP(t, degrees) };
}
