import { greatest, mean, median, min, range } from "d3-array";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import { ALPHA } from "../curve/statistics/limits.ts";
import { computeMeanP } from "../curve/statistics/student.ts";
import { isInner, measureNamed, measurePresent, type NamedRow, type WithChapters } from "../episode/chapters.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import { computeRatesAround, groupRecurring } from "./habits.ts";

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

interface RatedSegment {
  readonly segment: Segment;
  /** The part kept in each episode that has it. */
  readonly parts: ReadonlyMap<WithChapters, number>;
}

/** Of two segments, the best is told by the worst. */
const MIN_SEGMENTS = 3;

/** Smaller differences are none. */
const MIN_SHARE = 0.03;

/**
 * Finds the segments that keep best and worst, of those in more than five and at least half of the episodes. One is named if
 * Student's t of the differences within episodes is clear against each other segment, at 5 % for all that could be named; a
 * best one beside a worst only if it is the best of three others.
 */
export function findSegments(episodes: readonly WithChapters[]): Segments | undefined {
  const rated = rateSegments(episodes);
  const alpha = ALPHA / (2 * rated.length);
  const find = (sign: 1 | -1, among: number): Segment | undefined => {
    const first = greatest(rated, ({ segment }) => sign * segment.kept);
    if (!first || among < MIN_SEGMENTS) return undefined;
    return rated.every((other) => other === first || isClear(first, other, sign, alpha)) ? first.segment : undefined;
  };
  const worst = find(-1, rated.length);
  const best = find(1, rated.length - (worst ? 1 : 0));
  return best || worst ? { ...(best && { best }), ...(worst && { worst }), of: rated.length } : undefined;
}

function rateSegments(episodes: readonly WithChapters[]): RatedSegment[] {
  const usual = new Map(episodes.map((episode) => [episode, computeUsualRate(episode)]));
  const groups = groupRecurring(episodes, (episode, row) => measureKept(episode.curve, row, usual.get(episode)));
  return groups.map((rows) => ({
    segment: { title: rows[0]?.title ?? "", kept: median(rows, ({ kept }) => kept) ?? 0 },
    parts: new Map(rows.map(({ episode, kept }) => [episode, kept])),
  }));
}

function isClear(one: RatedSegment, other: RatedSegment, sign: 1 | -1, alpha: number): boolean {
  const differences = [...one.parts].flatMap(([episode, kept]) => {
    const theirs = other.parts.get(episode);
    return theirs === undefined ? [] : [sign * (kept - theirs)];
  });
  const isLarge = differences.length > MIN_OTHERS && (mean(differences) ?? 0) >= MIN_SHARE;
  return isLarge && computeMeanP(differences) < alpha;
}

/** Computes the median of how fast listeners leave around an episode's chapters, per second. */
function computeUsualRate(episode: WithChapters): number | undefined {
  return median(measureNamed(episode), (row) => computeCalmRate(episode.curve, row));
}

/** Computes how fast listeners leave on the calmer side of a chapter, per second; undefined in the opening and the ending. */
function computeCalmRate(curve: BinnedCurve, row: NamedRow): number | undefined {
  if (!isInner(curve, row)) return undefined;
  const rates = computeRatesAround(curve, row);
  return rates.length < 2 ? undefined : min(rates);
}

/** Measures who is there in a chapter, on average, of those who would be if the episode's decline around it went on. */
function measureKept(curve: BinnedCurve, row: NamedRow, usual = Number.POSITIVE_INFINITY) {
  const { time, end } = row;
  const [calm, present] = [computeCalmRate(curve, row), measurePresent(curve, time)];
  if (calm === undefined || present <= 0) return undefined;
  // A segment between two that many skip or leave in is no better for that: neither side of it is calm.
  const rate = Math.min(calm, usual);
  const count = Math.max(1, Math.floor((end - time) / curve.seconds));
  const parts = range(count).map((index) => {
    const after = ((index + 0.5) * (end - time)) / count;
    return curve.getLevel(time + after) / (present * Math.exp(-rate * after));
  });
  return { kept: mean(parts) ?? 0 };
}
