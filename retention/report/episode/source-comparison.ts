import { greatest, max } from "d3-array";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import { computeTwoSidedLimit } from "../curve/statistics/limits.ts";
import type { Measures } from "../usual/measured.ts";

/** A curve of an episode from one source. */
export interface Source extends Pick<Measures, "listeners" | "kind" | "curve"> {
  /** For people, such as `YouTube`. */
  readonly name: string;
}

/** Two sources of an episode over each other, both as a share of those present at the base. */
export interface SourceComparison {
  readonly one: string;
  readonly other: string;
  /** Seconds: the time at which both are drawn at the same height. */
  readonly base: number;
  /** The sources of which it is not known how much is chance. If there is one, no difference is claimed. */
  readonly uncounted: readonly string[];
  /** Where they differ beyond chance, if they do. */
  readonly difference?: Difference;
  /** What such a comparison can tell. Undefined if no difference is claimed. */
  readonly power?: Power;
}

/** The smallest difference that most comparisons of as many listeners would show. */
interface Power {
  /** Percentage points: four of five comparisons would show it. */
  readonly points: number;
  /** The source of fewer listeners, and how many those are. */
  readonly fewer: Pick<Source, "name" | "kind">;
  readonly listeners: number;
}

/** Where two sources differ beyond chance. */
interface Difference {
  /** Seconds from which they differ, and at which they differ most clearly. */
  readonly from: number;
  readonly at: number;
  /** Shares at that time, from 0 to 1 (or more, where replays count). */
  readonly shares: readonly [one: number, other: number];
}

/** Seconds: a source's opening stays its own. In a short episode, a tenth of it. */
const BASE = 60;
const BASE_PART = 0.1;

const PLACES = 20;
const LAST_PART = 0.95;

/** Smallest variance of a share: where all stay, or none, chance is not nothing. */
const MIN_VARIANCE = 0.05;

/** Smaller differences are none. A part. */
const MIN_DIFFERENCE = 0.05;

/** The normal distribution's quantile of 0.8. */
const POWER = 0.84;

/** A single place is chance. */
const MIN_PLACES = 2;

/** Finer levels, in percent, without a number of listeners are no counts: how much is chance is then not known. */
const FINEST_STEP = 1;

/** Returns the time in seconds at which sources are drawn with the same height, given the end of the shortest one. */
export function computeBase(end: number): number {
  return Math.min(BASE, BASE_PART * end);
}

/** Compares an episode's first source with each of the others. */
export function compareSources(sources: readonly Source[]): SourceComparison[] {
  const [first, ...others] = sources;
  if (!first) return [];
  return others.map((other) => {
    const base = computeBase(Math.min(first.curve.end, other.curve.end));
    const uncounted = [first, other].filter((source) => !hasKnownChance(source)).map(({ name }) => name);
    const names = { one: first.name, other: other.name, base, uncounted };
    if (uncounted.length > 0) return names;
    const rows = compareAtPlaces(first.curve, other.curve, base);
    const limit = computeTwoSidedLimit(PLACES * others.length);
    const difference = findDifference(rows, limit);
    return { ...names, ...(difference && { difference }), power: computePower(first, other, rows, limit) };
  });
}

function compareAtPlaces(one: BinnedCurve, other: BinnedCurve, base: number): CurvePair[] {
  const end = LAST_PART * Math.min(one.end, other.end);
  return Array.from({ length: PLACES }, (_, index) => {
    return compareAt(one, other, base, base + ((index + 1) / PLACES) * (end - base));
  });
}

/** Computes which difference four of five comparisons would show, at the place where chance is largest. */
function computePower(one: Source, other: Source, rows: readonly CurvePair[], limit: number): Power {
  const points = 100 * Math.max(MIN_DIFFERENCE, (limit + POWER) * (max(rows, ({ deviation }) => deviation) ?? 0));
  const [fewer, listeners] = [one, other]
    .map((source) => [source, source.listeners ?? Math.round(100 / source.curve.step)] as const)
    .reduce((first, second) => (second[1] < first[1] ? second : first));
  return { points, fewer, listeners };
}

/**
 * Finds where two curves, both as a share of those present at the base, differ by more than chance: a test of two
 * proportions at twenty places (Bonferroni).
 */
function findDifference(rows: readonly CurvePair[], limit: number): Difference | undefined {
  const clear = rows.filter(({ z, shares: [a, b] }) => z > limit && Math.abs(a - b) >= MIN_DIFFERENCE);
  const [widest, first] = [greatest(clear, ({ z }) => z), clear[0]];
  return widest && first && clear.length >= MIN_PLACES
    ? { from: first.at, at: widest.at, shares: widest.shares }
    : undefined;
}

function hasKnownChance({ listeners, curve }: Source): boolean {
  return listeners !== undefined || curve.step >= FINEST_STEP;
}

/** Two curves at one time. */
interface CurvePair {
  readonly at: number;
  readonly shares: readonly [one: number, other: number];
  /** Standard deviation of chance, as a part. */
  readonly deviation: number;
  /** Their difference in standard deviations. */
  readonly z: number;
}

function compareAt(one: BinnedCurve, other: BinnedCurve, base: number, at: number): CurvePair {
  const share = (curve: BinnedCurve) => curve.getLevel(at) / (curve.getLevel(base) || 1);
  const count = (curve: BinnedCurve) => Math.max(1, curve.getLevel(base) / curve.step);
  const [a, b, n, m] = [share(one), share(other), count(one), count(other)];
  // If they don't differ, both have the same true share: the mean of the two, weighted by listeners.
  const common = Math.min(1, (n * a + m * b) / (n + m));
  const variance = Math.max(MIN_VARIANCE, common * (1 - common)) * (1 / n + 1 / m);
  const deviation = Math.sqrt(variance);
  return { at, shares: [a, b], deviation, z: Math.abs(a - b) / deviation };
}
