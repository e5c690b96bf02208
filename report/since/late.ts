import { sum } from "d3-array";
import { isSameMoment } from "../curve/moments/moment.ts";
import { computeFisherP, type Part } from "../curve/statistics/fisher.ts";
import type { EpisodePair, TracePair } from "./episode-pairs.ts";
import { countPresent, type SnapshotMoment } from "./snapshot.ts";

/** A share of those who came since a report beside that of those before. */
export interface LateTest {
  readonly trace: TracePair;
  readonly late: Part;
  readonly before: Part;
  readonly p: number;
  readonly weight: number;
  /** What it is of: a figure, such as `after 1 min`, or those present before a moment. */
  readonly what: string | SnapshotMoment;
}

/** Fewer who came since are not tested. */
const MIN_LATE = 20;

/** Smaller differences are none, however certain. A part. */
const MIN_DIFFERENCE = 0.05;

/** The chance that a report tells any change of a figure, and any of a moment, where there is none. */
const FIGURES_ALPHA = 0.04;
const MOMENTS_ALPHA = 0.01;

/**
 * Places at which the figures of those who came since are read, by the length, with their parts of the chance: who leaves
 * early is not there at half either, so that most of it is spent there.
 */
const FIGURES = [
  { what: "after 1 min", weight: 0.1, find: (duration: number) => (duration > 75 ? 60 : undefined) },
  { what: "at half of it", weight: 0.6, find: (duration: number) => duration / 2 },
  { what: "in the last 5\u00a0%", weight: 0.3, find: (duration: number) => 0.953 * duration },
];

/** Returns the curves that are continuations: of episodes that are neither young nor of few, since both are still to change. */
export function listContinued({ old, now, traces }: EpisodePair): readonly TracePair[] {
  if (old.isYoung || now.isYoung || old.doubt !== undefined || now.doubt !== undefined) return [];
  return traces.filter(({ broken, old: one, now: other }) => !broken && one.whole && other.whole);
}

/** Returns the curve that the moments are of, if it is a continuation. */
export function findContinued(pair: EpisodePair): TracePair | undefined {
  return listContinued(pair).find(({ source }) => source === (pair.now.source ?? ""));
}

/** Finds the figures of those who came since that differ from those before by more than chance, one an episode and source. */
export function findFigureChanges(pairs: readonly EpisodePair[]): LateTest[] {
  const tests = pairs.flatMap(listContinued).flatMap((trace) =>
    FIGURES.flatMap(({ what, weight, find }) => {
      const at = find(trace.now.duration);
      const half = trace.now.duration / trace.now.levels.length / 2;
      return at === undefined ? [] : createTests({ trace, what, weight }, undefined, [at - half, at + half]);
    }),
  );
  // The largest difference says most of those that are certain: all later ones have the same listeners.
  const clear = selectClear(tests, FIGURES_ALPHA).sort((one, other) => computeSize(other) - computeSize(one));
  return clear.filter(({ trace }, index) => clear.findIndex((test) => test.trace === trace) === index);
}

/** Finds the moments of the leading source at which those who came since do otherwise than those before. */
export function findMomentChanges(pairs: readonly EpisodePair[]): LateTest[] {
  const tests = pairs.flatMap((pair) => {
    const trace = findContinued(pair);
    if (!trace) return [];
    const [olds, nows] = [pair.old, pair.now].map(({ moments }) =>
      moments.filter(({ source = "", kind }) => source === trace.source && kind !== "replay"),
    );
    const gone = olds?.filter((moment) => !nows?.some((other) => isSameMoment(moment, other)));
    return [...(nows ?? []), ...(gone ?? [])].flatMap((what) => {
      const { kind, from, to } = what;
      const width = Math.max(10, trace.now.duration / trace.now.levels.length);
      const there = kind === "loss" ? ([to, to + 2 * width] as const) : ([from, to] as const);
      return createTests({ trace, what, weight: 1 }, [from - 2 * width, from], there);
    });
  });
  return selectClear(tests, MOMENTS_ALPHA);
}

type Span = readonly [from: number, to: number];

/**
 * Counts who is there within a span of time, of those within another one or of all. The listeners of the old curve are some
 * of the new one's: those who came since are the others. Empty if these are few.
 */
function createTests(test: Omit<LateTest, "late" | "before" | "p">, all: Span | undefined, there: Span): LateTest[] {
  const { old, now } = test.trace;
  const [of = 0, every = 0] = [old, now].map((one) => Math.round(all ? countPresent(one, ...all) : (one.whole ?? 0)));
  const [hits = 0, hitsOfAll = 0] = [old, now].map((one) => Math.round(countPresent(one, ...there)));
  const come = every - of;
  if (Math.min(of, come) < MIN_LATE) return [];
  const limit = (number: number, most: number) => Math.max(0, Math.min(most, number));
  const [before, late] = [
    { hits: limit(hits, of), of },
    { hits: limit(hitsOfAll - hits, come), of: come },
  ];
  return [{ ...test, before, late, weight: test.weight * come, p: computeFisherP(late, before) }];
}

/**
 * Holm's method (1979), weighted by how many came since, which says nothing of what they do: the chance of any wrong one
 * among all stays alpha, and a change is looked for where it could be seen.
 */
function selectClear(tests: readonly LateTest[], alpha: number): LateTest[] {
  const sorted = tests.toSorted((one, other) => one.p / one.weight - other.p / other.weight);
  let left = sum(sorted, ({ weight }) => weight);
  const stop = sorted.findIndex(({ p, weight }) => {
    const isClear = p < (alpha * weight) / left;
    left -= weight;
    return !isClear;
  });
  return sorted.slice(0, stop < 0 ? sorted.length : stop).filter((test) => computeSize(test) >= MIN_DIFFERENCE);
}

export const computeShare = ({ hits, of }: Part): number => hits / of;

const computeSize = ({ late, before }: LateTest) => Math.abs(computeShare(late) - computeShare(before));
