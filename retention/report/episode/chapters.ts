import { group, max, median, range } from "d3-array";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import { computeEdge } from "../curve/levels/levels.ts";
import { findEnding } from "../curve/moments/opening.ts";
import type { Chapter, Measures } from "../usual/measured.ts";
import { MIN_OTHERS } from "../usual/others.ts";

/** A chapter of an episode, in the table of chapters. Parts are from 0 to 1. */
export interface ChapterRow {
  /** Seconds. */
  readonly time: number;
  readonly end: number;
  /** With its number if the episode has several of that title. */
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

/** Where a passage begins and ends, in seconds. */
export type ChapterSpan = Pick<ChapterRow, "time" | "end">;

/** An episode as its chapters are measured. */
export type WithChapters = Pick<Measures, "curve" | "chapters">;

/** Who is present at a time is read from so many seconds before it on, or a bin: the level at the time shows both chapters. */
const MARGIN = 10;

/**
 * It is read up to so many seconds after it: who skips by jumps of 30 seconds comes back up to half a minute late, and
 * who skips two sponsors in a row is present after the second one.
 */
const LATE = 120;

/** Computes the rows of an episode's chapters, with the usual of the same titles in the others. */
export function computeChapterRows(episode: WithChapters, others: readonly WithChapters[]): ChapterRow[] {
  const known = group(others.flatMap(measureNamed), ({ name }) => name);
  return measureNamed(episode).map(({ name, ...row }) => {
    const same = name === undefined ? [] : (known.get(name) ?? []);
    if (same.length < MIN_OTHERS) return row;
    const compute = (name: "present" | "skipped" | "left") => median(same, (other) => other[name]) ?? 0;
    return { ...row, usual: { present: compute("present"), skipped: compute("skipped"), left: compute("left") } };
  });
}

/** A chapter with the name by which other episodes have it; undefined if they can't. */
export type NamedRow = ChapterRow & { readonly name: string | undefined };

/** An episode is compared with many others: its chapters are measured once. */
const measured = new WeakMap<WithChapters, readonly NamedRow[]>();

/** Measures chapters, with the names by which other episodes have them. */
export function measureNamed(episode: WithChapters): readonly NamedRow[] {
  const rows = measured.get(episode) ?? measureChapters(episode);
  measured.set(episode, rows);
  return rows;
}

/** Finds the chapter of an episode that has a name. */
export function findNamed(episode: WithChapters, wanted: string): NamedRow | undefined {
  return measureNamed(episode).find(({ name }) => name === wanted);
}

/** Checks whether a chapter is between the opening and the ending, where listeners of every episode leave. */
export function isInner(curve: BinnedCurve, { time, end }: ChapterSpan): boolean {
  return time >= computeEdge(curve.end) && end <= findEnding(curve);
}

/** Finds the title of the chapter that a time is in. */
export function findTitle(rows: readonly ChapterRow[] = [], at: number): string | undefined {
  return rows.find(({ time, end }) => at >= time && at < end)?.title;
}

function measureChapters({ curve, chapters = [] }: WithChapters): NamedRow[] {
  const names = nameChapters(chapters);
  return chapters.flatMap(({ time, end: declared = Number.POSITIVE_INFINITY, isOpen }, index) => {
    const next = chapters[index + 1]?.time ?? curve.end;
    if (isOpen && declared > next) return [];
    const end = declared > time ? Math.min(declared, next) : next;
    const { title = "", name } = names[index] ?? {};
    const { before, within, after } = measureChapter(curve, time, end);
    const skipped = computeMissing(within, Math.min(before, after));
    return [{ time, end, title, name, present: before, skipped, left: computeMissing(after, before) }];
  });
}

/** Computes the part of those present who are there no more. Where nobody is present, nobody is missing. */
function computeMissing(there: number, present: number): number {
  return present > 0 ? Math.max(0, 1 - there / present) : 0;
}

/** Measures who is present before a chapter, within it and after it, in percent. @param inside by default, its middle */
export function measureChapter(curve: BinnedCurve, time: number, end: number, inside = (time + end) / 2) {
  const within = curve.getLevel(inside);
  return { before: measurePresent(curve, time), within, after: measurePresent(curve, end) };
}

/** Returns who is present where one chapter ends and another starts, of which listeners may skip one: the highest level around. */
export function measurePresent({ end, seconds, getLevel }: BinnedCurve, time: number): number {
  const margin = Math.max(MARGIN, seconds);
  const places = range(time - margin, time + Math.max(LATE, margin) + 1, seconds);
  return max(places, (place) => getLevel(Math.min(end, Math.max(0, place)))) ?? 0;
}

/**
 * Names chapters across episodes. Those of one title are numbered: `Sponsor (1)`, `Sponsor (2)`. Undefined for titles that
 * are the same but for what normalizing leaves out, such as `Part 1` and `Part 2`: which one is meant is not known.
 */
export function nameChapters(chapters: readonly Chapter[]): { title: string; name: string | undefined }[] {
  const texts = chapters.map(({ title }) => title.trim().toLowerCase());
  const named = chapters.map(({ title }, index) => {
    const text = texts[index] ?? "";
    const isOne = texts.indexOf(text) === texts.lastIndexOf(text);
    const number = isOne ? "" : ` (${texts.slice(0, index + 1).filter((other) => other === text).length})`;
    return { title: `${title.trim()}${number}`, name: normalizeSeries(title) && `${normalizeSeries(title)}${number}` };
  });
  return named.map(({ title, name }) => {
    const isKnown = name !== "" && named.filter((other) => other.name === name).length === 1;
    return { title, name: isKnown ? name : undefined };
  });
}

/** Titles are the same in lower case, without digits, up to a colon: `Quiz #3: Tides` is a `quiz`. */
function normalizeSeries(title: string): string {
  return title
    .toLowerCase()
    .replace(/[#\d]|:.*$/g, "")
    .trim();
}
