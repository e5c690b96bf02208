import { ascending, median } from "d3-array";
import type { FigureName } from "../curve/figures.ts";
import { ALPHA, computeTwoSidedLimit } from "../curve/statistics/limits.ts";
import { findTrend } from "../curve/statistics/line.ts";
import { findBestStep } from "../curve/statistics/step.ts";
import { subtractShown } from "../curve/text.ts";
import { adjustForLength } from "../usual/length.ts";
import type { Measures } from "../usual/measured.ts";
import { findSettled } from "../usual/reported-figures.ts";
import { MIN_POINTS } from "../usual/typicality.ts";

/** How a figure of a show has changed from one date on. */
interface ShowStep {
  readonly figure: FigureName;
  /** Date of the first episode after it, as YYYY-MM-DD. */
  readonly date: string;
  /** Percentage points by which the median is higher from then on, as both are shown. */
  readonly size: number;
  /** Whether a steady change does not explain it. */
  readonly isSudden: boolean;
}

/** How a show has changed over time, as far as that is no chance: at one date, or steadily. */
export interface ShowChange {
  readonly step?: ShowStep;
  /** Percentage points by which "after 1 min" rises from an episode to the next. */
  readonly openingTrend?: number;
}

/** The figures that are searched for a step. */
const SEARCHED = ["after1min", "average"] as const;

/** The steps and the trend share the chance that one of them is wrong. */
const TESTS = SEARCHED.length + 1;

/** The chance that each of them may be wrong. */
export const SEARCH_ALPHA = ALPHA / TESTS;

type SearchInput = Pick<Measures, "date" | "end" | "figures" | "youth">;

/**
 * Finds the clearest step in the opening or in the average, over all dates. A trend of the opening is told only if no step
 * fits better.
 *
 * @param episodes of one kind, with curves that prove something
 */
export function findShowChange(episodes: readonly SearchInput[]): ShowChange {
  const dated = sortByDate(episodes);
  const found = SEARCHED.map((figure) => findFigureStep(figure, dated));
  const steps = found.flatMap(({ step }) => step ?? []);
  const [clearest] = steps.sort((one, other) => Number(other.isSudden) - Number(one.isSudden) || one.p - other.p);
  if (clearest) {
    const { p: _, ...step } = clearest;
    return { step };
  }
  const opening = dated.flatMap(({ figures }) => figures.after1min ?? []);
  const openingTrend = findTrend(opening, computeTwoSidedLimit(TESTS)) ?? 0;
  return Math.abs(openingTrend) * opening.length >= MIN_POINTS ? { openingTrend } : {};
}

/** Returns the episodes that have a date, the earliest first. */
export function sortByDate<T extends Pick<Measures, "date">>(
  episodes: readonly T[],
): (T & { readonly date: string })[] {
  const dated = episodes.filter((episode): episode is T & { readonly date: string } => episode.date !== undefined);
  return dated.sort((one, other) => ascending(one.date, other.date));
}

function findFigureStep(figure: (typeof SEARCHED)[number], dated: ReturnType<typeof sortByDate<SearchInput>>) {
  const known = dated.flatMap(({ end, date, figures, youth }) => {
    const value = findSettled(figures, youth, figure);
    return value === undefined ? [] : [{ end, date, value }];
  });
  const values = figure === "average" ? adjustForLength(known) : known.map(({ value }) => value);
  const best = findBestStep(values);
  if (!best || best.p >= SEARCH_ALPHA) return {};
  const { size } = compareMedians(values.slice(0, best.count), values.slice(best.count));
  const date = known[best.count]?.date ?? "";
  if (Math.abs(size) < MIN_POINTS) return {};
  return { step: { figure, date, size, isSudden: best.pSteady < SEARCH_ALPHA, p: best.p } };
}

/** Compares the medians of two groups of percentages. The difference is that of the numbers that are shown beside it. */
export function compareMedians(before: readonly number[], after: readonly number[]) {
  const [one = 0, other = 0] = [median(before), median(after)];
  return { before: one, after: other, size: subtractShown(other, one) };
}
