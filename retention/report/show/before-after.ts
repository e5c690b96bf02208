import { FIGURE_NAMES, type FigureName, findEndFigure } from "../curve/figures.ts";
import { ALPHA, type Interval } from "../curve/statistics/limits.ts";
import { estimateShift, findStep } from "../curve/statistics/shift.ts";
import { judgeSearchedStep } from "../curve/statistics/step.ts";
import { findMostFrequentKind } from "../episode/hundred-percent.ts";
import { adjustForLength, findLengthChange, type LengthChange, type SizedFigure } from "../usual/length.ts";
import type { Measures } from "../usual/measured.ts";
import { findSettled, REPORTED_FIGURES } from "../usual/reported-figures.ts";
import { compareMedians, SEARCH_ALPHA, sortByDate } from "./show-change.ts";

/** An episode as it is compared before and after a date. The page's episodes are such. */
export interface Release extends Pick<Measures, "date" | "kind" | "type" | "doubt" | "youth"> {
  readonly insights: Pick<Measures, "end" | "figures">;
}

/** Episodes before a date, and from it on, in order of time. */
export interface Groups<T extends Release> {
  readonly before: readonly T[];
  readonly after: readonly T[];
  /** Number of episodes that can't be compared. */
  readonly leftOut: number;
}

/** How a figure differs between the two groups, in percentage points. */
export interface FigureShift {
  readonly figure: FigureName;
  /** Medians: of the average, at equal lengths. */
  readonly before: number;
  readonly after: number;
  /**
   * Their difference as they are shown, with its interval of 95 %. Undefined if a group is too small to tell it from
   * chance.
   */
  readonly shift?: Interval & { readonly size: number };
  /** What explains the difference: chance, a steady change over all episodes, or neither of them. */
  readonly verdict: "too few" | "chance" | "drift" | "step";
}

/** Fewest episodes of a group from which chance can be judged. */
const MIN_EPISODES = 4;

/**
 * Returns the episodes that can be compared over time, the earliest first: those with a date and a curve that proves
 * something, of the most frequent kind. The line over time is of their figures.
 */
export function findTimeline<T extends Release>(episodes: readonly T[]): readonly (T & { readonly date: string })[] {
  return sortByDate(findMostFrequentKind(episodes.filter(({ date }) => date !== undefined)));
}

/** Splits the episodes that can be compared at a date, given as YYYY-MM-DD. */
export function splitAtDate<T extends Release>(episodes: readonly T[], date: string): Groups<T> {
  const timeline = findTimeline(episodes);
  return {
    before: timeline.filter((episode) => episode.date < date),
    after: timeline.filter((episode) => episode.date >= date),
    leftOut: episodes.length - timeline.length,
  };
}

/** From a date that was searched, the dates of so large a part of the episodes are judged as it is, on both sides. */
const NEAR = 0.1;

/**
 * Checks whether a date splits the episodes where a date does that their figures led to, or near it: what made that one the
 * clearest is in the dates around it, too.
 */
export function isNearDate(episodes: readonly Release[], date: string, searched: string): boolean {
  const [one, other] = [splitAtDate(episodes, date).before.length, splitAtDate(episodes, searched)];
  const apart = Math.abs(one - other.before.length);
  return apart <= Math.ceil(NEAR * (other.before.length + other.after.length));
}

/** Returns how the length of the episodes differs, if it does. */
export function compareLengths({ before, after }: Groups<Release>): LengthChange | undefined {
  const listEnds = (group: readonly Release[]) => group.map(({ insights }) => insights.end);
  return findLengthChange(listEnds(before), listEnds(after));
}

/**
 * Compares the figures of two groups, each at equal positions or at equal lengths. A figure that no episode of a group has
 * is left out, and where lengths have changed, the end of the episodes. The end is one figure.
 *
 * @param isSearched whether the figures themselves led to the date: then all tests have the limits of the clearest of all dates
 */
export function compareFigures(groups: Groups<Release>, isSearched = false): FigureShift[] {
  const hasNewLength = compareLengths(groups) !== undefined;
  const hasCredits = [...groups.before, ...groups.after].some(
    ({ insights }) => findEndFigure(insights.figures) === "credits",
  );
  const leftOut = [...(hasNewLength ? ["credits"] : []), ...(hasNewLength || hasCredits ? ["last5percent"] : [])];
  return FIGURE_NAMES.flatMap((figure) => {
    if (!REPORTED_FIGURES[figure].isOfChange || leftOut.includes(figure)) return [];
    const [old, recent] = [selectValues(groups.before, figure), selectValues(groups.after, figure)];
    if (old.length === 0 || recent.length === 0) return [];
    const all = [...old, ...recent];
    const values = figure === "average" ? adjustForLength(all) : all.map(({ value }) => value);
    const [before, after] = [values.slice(0, old.length), values.slice(old.length)];
    const { size, ...medians } = compareMedians(before, after);
    if (Math.min(old.length, recent.length) < MIN_EPISODES) return { figure, ...medians, verdict: "too few" };
    const { verdict, ...range } = (isSearched ? judgeSearched : judge)(before, after);
    return { figure, ...medians, shift: { size, ...range }, verdict };
  });
}

function selectValues(group: readonly Release[], figure: FigureName): SizedFigure[] {
  return group.flatMap(({ insights: { end, figures }, youth }) => {
    const value = findSettled(figures, youth, figure);
    return value === undefined ? [] : [{ end, value }];
  });
}

type JudgedShift = Interval & Pick<FigureShift, "verdict">;

function judge(before: readonly number[], after: readonly number[]): JudgedShift {
  const range = estimateShift(before, after);
  if (range.low <= 0 && range.high >= 0) return { ...range, verdict: "chance" };
  const step = findStep([...before, ...after], before.length) ?? 0;
  return { ...range, verdict: step * range.low > 0 ? "step" : "drift" };
}

function judgeSearched(before: readonly number[], after: readonly number[]): JudgedShift {
  const { p, pSteady, critical } = judgeSearchedStep([...before, ...after], before.length);
  const range = estimateShift(before, after, critical);
  if (p >= ALPHA) return { ...range, verdict: "chance" };
  return { ...range, verdict: pSteady < SEARCH_ALPHA ? "step" : "drift" };
}
