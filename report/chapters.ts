import { deviation, max, mean, median, range } from "d3-array";
import { computeEdge } from "../curve/levels/alignment.ts";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import { findEnding } from "../curve/moments/opening.ts";
import { ALPHA } from "../curve/statistics/limits.ts";
import { computeStudentP } from "../curve/statistics/student.ts";
import { MIN_OTHERS } from "./others.ts";

/** A chapter of an episode. */
export interface Chapter {
  /** Start, in seconds. */
  readonly time: number;
  readonly title: string;
}

/** A chapter of an episode, in the table of chapters. Parts are from 0 to 1. */
export interface ChapterRow {
  /** Seconds. */
  readonly time: number;
  readonly end: number;
  readonly title: string;
  /** Percent present at its start. */
  readonly present: number;
  /** Part of those present around it who skip it; 0 if more listen to it. */
  readonly skipped: number;
  /** Part of those present before it who are gone after it. */
  readonly left: number;
  /** The others' medians, of chapters of the same title; undefined if too few have one. */
  readonly usual?: { readonly present: number; readonly skipped: number; readonly left: number };
}

/** A chapter that listeners skip or leave at in most episodes. */
export interface Habit {
  /** As in the first episode that has it. */
  readonly title: string;
  readonly kind: "skip" | "loss";
  /** Median part of those present. */
  readonly share: number;
  readonly episodes: number;
}

interface WithChapters {
  readonly curve: BinnedCurve;
  readonly chapters?: readonly Chapter[];
}

/** Who is present at a time is read from so many seconds before it on, or a bin: the level at the time shows both chapters. */
const MARGIN = 10;

/**
 * It is read up to so many seconds after it: who skips by jumps of 30 seconds comes back up to half a minute late, and
 * who skips two sponsors in a row is present after the second one.
 */
const LATE = 120;

/** The longest part on each side of a chapter from which the episode's own rate is read, in seconds, and the shortest. */
const SIDE = 600;
const MIN_SIDE = 120;

/** Smaller habits are none. */
const MIN_SHARE = 0.03;

const KINDS = ["skip", "loss"] as const;

/** Computes the rows of an episode's chapters, with the usual of the same titles in the others. */
export function computeChapterRows(episode: WithChapters, others: readonly WithChapters[]): ChapterRow[] {
  const known = Map.groupBy(others.flatMap(measureNamed), ({ name }) => name);
  return measureNamed(episode).map(({ name, ...row }) => {
    const same = name === undefined ? [] : (known.get(name) ?? []);
    if (same.length < MIN_OTHERS) return row;
    const compute = (name: "present" | "skipped" | "left") => median(same, (other) => other[name]) ?? 0;
    return { ...row, usual: { present: compute("present"), skipped: compute("skipped"), left: compute("left") } };
  });
}

/** Measures chapters, with the names by which other episodes have them. */
function measureNamed(episode: WithChapters): (ChapterRow & { readonly name: string | undefined })[] {
  const names = nameChapters(episode.chapters ?? []);
  return measureChapters(episode).map((row, index) => ({ ...row, name: names[index] }));
}

function measureChapters({ curve, chapters = [] }: WithChapters): ChapterRow[] {
  return chapters.map(({ time, title }, index) => {
    const end = chapters[index + 1]?.time ?? curve.end;
    const { before, within, after } = measure(curve, time, end);
    const around = Math.min(before, after) || 1;
    const left = Math.max(0, 1 - after / (before || 1));
    return { time, end, title, present: before, skipped: Math.max(0, 1 - within / around), left };
  });
}

function measure(curve: BinnedCurve, time: number, end: number) {
  const within = curve.getLevel((time + end) / 2);
  return { before: measurePresent(curve, time), within, after: measurePresent(curve, end) };
}

/** Returns who is present where one chapter ends and another starts, of which listeners may skip one: the highest level around. */
function measurePresent({ end, seconds, getLevel }: BinnedCurve, time: number): number {
  const margin = Math.max(MARGIN, seconds);
  const places = range(time - margin, time + Math.max(LATE, margin) + 1, seconds);
  return max(places, (place) => getLevel(Math.min(end, Math.max(0, place)))) ?? 0;
}

/**
 * Finds the chapters that are skipped, or left at beyond the episode's own rate, in most episodes: those of one title in
 * more than five and at least half of the episodes. Student's t over episodes, at 5 % for all titles (Bonferroni).
 */
export function findHabits(episodes: readonly WithChapters[]): Habit[] {
  const rows = episodes.flatMap(({ curve, chapters = [] }) => {
    const names = nameChapters(chapters);
    return chapters.flatMap((chapter, index) => {
      const name = names[index];
      const row = name === undefined ? undefined : measureHabit(curve, chapter, chapters[index + 1]?.time);
      return row ? [{ ...row, name }] : [];
    });
  });
  const titles = [...Map.groupBy(rows, ({ name }) => name).values()];
  const groups = titles.filter(({ length }) => length > MIN_OTHERS && length >= episodes.length / 2);
  return groups.flatMap((group) =>
    KINDS.flatMap((kind) => {
      const shares = group.map((row) => row[kind]);
      const share = median(shares) ?? 0;
      const t = (mean(shares) ?? 0) / ((deviation(shares) ?? 0) / Math.sqrt(shares.length) || 1e-9);
      const isClear = t > 0 && computeStudentP(t, shares.length - 1) / 2 < ALPHA / (KINDS.length * groups.length);
      return isClear && share >= MIN_SHARE ? { title: group[0]?.title ?? "", kind, share, episodes: group.length } : [];
    }),
  );
}

/** Measures a chapter between the opening and the ending; undefined for the others, where everybody leaves. */
function measureHabit(curve: BinnedCurve, { time, title }: Chapter, next: number | undefined) {
  const end = next ?? curve.end;
  if (time < computeEdge(curve.end) || end > findEnding(curve)) return undefined;
  const { before, within, after } = measure(curve, time, end);
  const rate = computeRateAround(curve, time, end);
  return {
    title,
    skip: 1 - within / (Math.min(before, after) || 1),
    loss: Math.exp(-rate * (end - time)) - after / (before || 1),
  };
}

/**
 * Computes how fast listeners leave around a chapter, as the exponential rate per second: the larger one of both sides,
 * because a convex decline is steeper before, and a concave one after. The chapter itself has no part in it.
 */
function computeRateAround(curve: BinnedCurve, time: number, end: number): number {
  const rate = (from: number, to: number) => {
    if (to - from < MIN_SIDE) return 0;
    return Math.log((measurePresent(curve, from) + 1) / (measurePresent(curve, to) + 1)) / (to - from);
  };
  const before = rate(Math.max(computeEdge(curve.end), time - SIDE), time);
  return Math.max(0, before, rate(end, Math.min(findEnding(curve), end + SIDE)));
}

/** Names chapters across episodes; undefined for a title that an episode has twice, such as `Part 1` and `Part 2`. */
function nameChapters(chapters: readonly Chapter[]): (string | undefined)[] {
  const names = chapters.map(({ title }) => normalizeTitle(title));
  return names.map((name) => (name !== "" && names.indexOf(name) === names.lastIndexOf(name) ? name : undefined));
}

/** Titles are the same in lower case, without digits, up to a colon: `Quiz #3: Tides` is a `quiz`. */
function normalizeTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[#\d]+|:.*$/g, "")
    .trim();
}
