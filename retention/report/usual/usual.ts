import { median } from "d3-array";
import { FIGURE_NAMES, type FigureName, type Figures } from "../curve/figures.ts";
import { alignTime, computeEdge, type Levels } from "../curve/levels/levels.ts";
import { computeQuartiles } from "../curve/statistics/spread.ts";
import { MIN_OTHERS, type Others } from "./others.ts";
import { EDGE_STEP } from "./profile.ts";
import { REPORTED_FIGURES } from "./reported-figures.ts";

/** The usual of a show, in comparison with an episode. */
export interface Usual {
  /** Number of other episodes of a similar length. 0: only the opening is compared, with all. */
  readonly similar: number;
  /** Number of other episodes with which the opening is compared. */
  readonly any: number;
  /** The others' medians. Those that say what is beyond the opening are of episodes of a similar length. */
  readonly figures: Partial<Figures>;
}

/** Computes the usual, or undefined if the others are too few. */
export function computeUsual(others: Others<{ readonly figures: Figures }>): Usual | undefined {
  const { similar, any } = others;
  if (any.length === 0) return undefined;
  const figures = FIGURE_NAMES.flatMap((name) => {
    const values = getCompared(others, name).flatMap((other) => other.figures[name] ?? []);
    return values.length < MIN_OTHERS ? [] : [[name, median(values)] as const];
  });
  return { similar: similar.length, any: any.length, figures: Object.fromEntries(figures) };
}

/** Returns the others with which a figure is compared, and of which the usual curve is: of the opening alone, any if too few are similar. */
export function getCompared<T>({ similar, any }: Others<T>, name: FigureName): readonly T[] {
  return REPORTED_FIGURES[name].isOfOpening && similar.length === 0 ? any : similar;
}

/** The median and the middle half of several curves, step by step. */
export interface Band {
  /** Seconds at which the steps begin, and as the last one, at which they end. */
  readonly times: readonly number[];
  readonly median: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Number of steps between the opening and the ending. */
const MIDDLE_STEPS = 100;

/**
 * Computes the usual curve of an episode, as it is compared: the same second in the opening and before the end, the same
 * part in between. Without others of a similar length, only the opening.
 *
 * @param end length of the episode in seconds
 * @returns undefined if the others are too few
 */
export function computeUsualBand(end: number, { similar, any }: Others<Levels>): Band | undefined {
  const edge = computeEdge(end);
  if (similar.length > 0)
    return computeBand(computeTimes(end, edge), similar, (time, other) => alignTime(time, end, other.end));
  return any.length > 0 ? computeBand(divide(0, edge, Math.ceil(edge / EDGE_STEP)), any, (time) => time) : undefined;
}

function computeTimes(end: number, edge: number): number[] {
  const steps = Math.max(1, Math.round(edge / EDGE_STEP));
  return [
    ...divide(0, edge, steps).slice(0, -1),
    ...divide(edge, end - edge, MIDDLE_STEPS).slice(0, -1),
    ...divide(end - edge, end, steps),
  ];
}

/** Divides a length of time into equal steps. */
function divide(from: number, to: number, steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, index) => from + ((to - from) * index) / steps);
}

function computeBand<T extends Levels>(
  times: readonly number[],
  curves: readonly T[],
  align: (time: number, curve: T) => number,
): Band {
  const quartiles = times.slice(1).map((stop, index) => {
    const middle = ((times[index] ?? 0) + stop) / 2;
    const levels = curves.flatMap((curve) => {
      const time = align(middle, curve);
      return time <= curve.end ? curve.getLevel(time) : [];
    });
    return computeQuartiles(levels);
  });
  return {
    times,
    median: quartiles.map((place) => place.median),
    low: quartiles.map(({ low }) => low),
    high: quartiles.map(({ high }) => high),
  };
}
