import { deviation, greatest, least, mean, median, range } from "d3-array";
import { measurePresent, type NamedRow, type WithChapters } from "./chapters.ts";
import { computeEdge } from "./curve/levels/alignment.ts";
import { findEnding } from "./curve/moments/opening.ts";
import { ALPHA } from "./curve/statistics/limits.ts";
import { computeStudentP } from "./curve/statistics/student.ts";
import { computeRatesAround, groupRecurring } from "./habits.ts";
import { MIN_OTHERS } from "./others.ts";

/** A chapter that most episodes have. */
interface Segment {
  /** As in the first episode that has it. */
  readonly title: string;
  /** Median part of those present at its start who are there in it, beyond the episode's own decline. */
  readonly kept: number;
}

/** The segments that keep their listeners better, and worse, than each other one. */
export interface Segments {
  readonly best?: Segment;
  readonly worst?: Segment;
  /** Number of segments that are compared. */
  readonly of: number;
}

interface Rated extends Segment {
  /** The part kept in each episode that has it. */
  readonly parts: ReadonlyMap<WithChapters, number>;
}

/** Of two segments, the best is told by the worst. */
const MIN_SEGMENTS = 3;

/** Smaller differences are none. */
const MIN_SHARE = 0.03;

/**
 * Finds the segments that keep best and worst, of those in more than five and at least half of the episodes. One is named if
 * Student's t of the differences within episodes is clear against each other segment, at 5 % for all that could be named.
 */
export function findSegments(episodes: readonly WithChapters[]): Segments | undefined {
  const rated = groupRecurring(episodes, measureKept).map((rows): Rated => {
    const parts = new Map(rows.map(({ episode, kept }) => [episode, kept]));
    return { title: rows[0]?.title ?? "", kept: median(parts.values()) ?? 0, parts };
  });
  const alpha = ALPHA / (2 * rated.length);
  const check = (one: Rated | undefined, sign: 1 | -1) =>
    one && rated.length >= MIN_SEGMENTS && rated.every((other) => other === one || isClear(one, other, sign, alpha));
  const [first, last] = [greatest(rated, ({ kept }) => kept), least(rated, ({ kept }) => kept)];
  const best = first && check(first, 1) ? { best: { title: first.title, kept: first.kept } } : {};
  const worst = last && check(last, -1) ? { worst: { title: last.title, kept: last.kept } } : {};
  return "best" in best || "worst" in worst ? { ...best, ...worst, of: rated.length } : undefined;
}

function isClear(one: Rated, other: Rated, sign: 1 | -1, alpha: number): boolean {
  const differences = [...one.parts].flatMap(([episode, kept]) => {
    const theirs = other.parts.get(episode);
    return theirs === undefined ? [] : [sign * (kept - theirs)];
  });
  const [size, count] = [mean(differences) ?? 0, differences.length];
  if (count <= MIN_OTHERS || size < MIN_SHARE) return false;
  const t = size / ((deviation(differences) ?? 0) / Math.sqrt(count) || 1e-9);
  return computeStudentP(t, count - 1) / 2 < alpha;
}

/** Measures who is there in a chapter, on average, of those who would be if the episode's decline around it went on. */
function measureKept({ curve }: WithChapters, { time, end }: NamedRow): { readonly kept: number } | undefined {
  if (time < computeEdge(curve.end) || end > findEnding(curve)) return undefined;
  const [rates, present] = [computeRatesAround(curve, time, end), measurePresent(curve, time)];
  if (rates.length < 2 || present <= 0) return undefined;
  // The calmer side: a segment beside one that many skip or leave in is no better for that.
  const rate = Math.min(...rates);
  const count = Math.max(1, Math.floor((end - time) / curve.seconds));
  const parts = range(count).map((index) => {
    const after = ((index + 0.5) * (end - time)) / count;
    return curve.getLevel(time + after) / (present * Math.exp(-rate * after));
  });
  return { kept: mean(parts) ?? 0 };
}
