import { sum } from "d3-array";
import { ALPHA } from "../curve/statistics/limits.ts";
import { fitLine } from "../curve/statistics/line.ts";
import { computeUpperP } from "../curve/statistics/student.ts";
import type { Measures } from "../usual/measured.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import { computeExcessChance, type FigureInput, MIN_POINTS } from "../usual/typicality.ts";

type Rateable = FigureInput & Pick<Measures, "end" | "since">;

/** The episode that keeps its listeners best for its length. */
export interface Best<T> {
  readonly episode: T;
  /** The average that episodes of its length usually have, by a line over all lengths. */
  readonly usual: number;
}

/**
 * Finds the episode whose average is clearly above those of the others for its length: above the prediction interval of
 * a line over the length's logarithm, on its side of a change of the show, at 5 % for all episodes together (Bonferroni).
 *
 * @param episodes of one kind, with curves that prove something
 */
export function findBest<T extends Rateable>(episodes: readonly T[]): Best<T> | undefined {
  const rated = episodes.flatMap((episode) => rate(episode, episodes) ?? []);
  const clear = rated.filter(({ p, gain }) => p < ALPHA / episodes.length && gain >= MIN_POINTS);
  return clear.sort((one, other) => other.t - one.t)[0];
}

function rate<T extends Rateable>(episode: T, episodes: readonly T[]) {
  const others = episodes.filter((other) => other !== episode && other.since === episode.since);
  if (others.length < MIN_OTHERS) return undefined;
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
