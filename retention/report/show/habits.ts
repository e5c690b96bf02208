import { group, mean, median } from "d3-array";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import { computeEdge, computeRate } from "../curve/levels/levels.ts";
import { findEnding } from "../curve/moments/opening.ts";
import { ALPHA } from "../curve/statistics/limits.ts";
import { computeMeanP } from "../curve/statistics/student.ts";
import {
  type ChapterSpan,
  isInner,
  measureChapter,
  measureNamed,
  measurePresent,
  type NamedRow,
  type WithChapters,
} from "../episode/chapters.ts";
import { MIN_OTHERS } from "../usual/others.ts";

/** A chapter that listeners skip or leave at in most episodes. */
export interface Habit {
  /** As in the first episode that has it. */
  readonly title: string;
  /** By which other episodes have it. */
  readonly name: string;
  readonly kind: "skip" | "loss";
  /** Median part of those present. */
  readonly share: number;
  readonly episodes: number;
}

/** The longest part on each side of a chapter from which the episode's own rate is read, in seconds, and the shortest. */
const SIDE = 600;
const MIN_SIDE = 120;

/** Smaller habits are none. */
const MIN_SHARE = 0.03;

const KINDS = ["skip", "loss"] as const;

/** Parts of those present who skip a passage, and who leave in it, where that is known: on the safe side, and as they are stated. */
export interface HabitShares extends Partial<Record<Habit["kind"], number>> {
  readonly stated: Partial<Record<Habit["kind"], number>>;
}

/**
 * Finds the chapters that are skipped, or left at beyond the episode's own rate, in most episodes: those of one title in
 * more than five and at least half of the episodes. Student's t over episodes, at 5 % for all titles (Bonferroni).
 */
export function findHabits(episodes: readonly WithChapters[]): Habit[] {
  const groups = groupRecurring(episodes, ({ curve }, row) => measureHabit(curve, row));
  return groups.flatMap((titled) =>
    judgeShares(titled, groups.length).map((found) => {
      return { title: titled[0]?.title ?? "", name: titled[0]?.name ?? "", ...found, episodes: titled.length };
    }),
  );
}

/** Finds what listeners clearly do in a passage of several episodes. @param tried number of passages that are looked at */
export function judgeShares(episodes: readonly HabitShares[], tried: number): Pick<Habit, "kind" | "share">[] {
  return KINDS.flatMap((kind) => {
    const shares = episodes.flatMap((each) => each[kind] ?? []);
    if (shares.length <= MIN_OTHERS) return [];
    const share = median(episodes, ({ stated }) => stated[kind]) ?? 0;
    const isClear = computeMeanP(shares) < ALPHA / (KINDS.length * tried);
    return isClear && share >= MIN_SHARE ? [{ kind, share }] : [];
  });
}

/** Measures the chapters of which titles more than five and at least half of the episodes have one, grouped by name. */
export function groupRecurring<T>(
  episodes: readonly WithChapters[],
  measure: (episode: WithChapters, row: NamedRow) => T | undefined,
) {
  const rows = episodes.flatMap((episode) =>
    measureNamed(episode).flatMap((row) => {
      const { name, title } = row;
      const found = name === undefined ? undefined : measure(episode, row);
      return name !== undefined && found ? [{ ...found, name, title, episode }] : [];
    }),
  );
  const groups = [...group(rows, ({ name }) => name).values()];
  return groups.filter(({ length }) => length > MIN_OTHERS && length >= episodes.length / 2);
}

/**
 * Measures an inner passage; undefined for the others, and where nobody is present on one of its sides.
 *
 * @param inside seconds at which those who skip it are gone
 */
export function measureHabit(
  curve: BinnedCurve,
  row: ChapterSpan,
  inside = (row.time + row.end) / 2,
): HabitShares | undefined {
  const { time, end } = row;
  const { before, within, after } = measureChapter(curve, time, end, inside);
  const around = Math.min(before, after);
  if (!isInner(curve, row) || around <= 0) return undefined;
  const skip = 1 - within / around;
  const rates = computeRatesAround(curve, row);
  const rate = mean(rates) ?? 0;
  // Of those who don't skip it, too, some leave before it is over.
  const present = Math.min(before * Math.exp(-rate * (inside - time)), after * Math.exp(rate * (end - inside)));
  const stated = { skip: 1 - within / present };
  // With one side alone, a decline that becomes steeper would be a loss.
  if (rates.length < 2) return { skip, stated };
  const computeLoss = (rate: number) => Math.exp(-rate * (end - time)) - after / before;
  // The test is on the safe side: a convex decline is steeper before, and a concave one after.
  return { skip, loss: computeLoss(Math.max(...rates)), stated: { ...stated, loss: computeLoss(rate) } };
}

/**
 * Computes how fast listeners leave before a chapter and after it, as exponential rates per second; a side that is too
 * short has none. The chapter itself has no part in it.
 */
export function computeRatesAround(curve: BinnedCurve, { time, end }: ChapterSpan): number[] {
  const present = { getLevel: (at: number) => measurePresent(curve, at) };
  const sides = [
    [Math.max(computeEdge(curve.end), time - SIDE), time],
    [end, Math.min(findEnding(curve), end + SIDE)],
  ] as const;
  const long = sides.filter(([from, to]) => to - from >= MIN_SIDE);
  return long.map(([from, to]) => Math.max(0, computeRate(present, from, to)));
}
