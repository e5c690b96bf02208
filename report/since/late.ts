import { sum } from "d3-array";
import { computeFisherP, type Part } from "../../curve/statistics/fisher.ts";
import type { EpisodePair, TracePair } from "./pairs.ts";
import { readTrace, type SnapshotMoment, type Trace } from "./snapshot.ts";

/** A share of those who came since a report beside that of those before. */
export interface LateTest {
  readonly pair: EpisodePair;
  readonly trace: TracePair;
  readonly since: Part;
  readonly before: Part;
  readonly p: number;
  /** Where it is a figure: `after 1 min`. */
  readonly figure?: string;
  /** Where it is of those present before a moment. */
  readonly moment?: SnapshotMoment;
  /** Whether the last report named the moment, and whether this one does. */
  readonly wasNamed?: boolean;
  readonly isNamed?: boolean;
}

/** Fewer who came since are not tested: all other tests would be stricter for them. */
const MIN_LATE = 20;

/** Smaller differences are none, however certain. A part. */
const MIN_DIFFERENCE = 0.05;

/** The chance that a report tells any change of a figure, and any of a moment, where there is none. */
const FIGURES_ALPHA = 0.03;
const MOMENTS_ALPHA = 0.01;

const MINUTE = 60;
const OPENING_PART = 0.8;

/** Places at which the figures of those who came since are read, by the length. */
const FIGURES: readonly { readonly name: string; readonly find: (duration: number) => number | undefined }[] = [
  { name: "after 1 min", find: (duration) => (MINUTE < OPENING_PART * duration ? MINUTE : undefined) },
  { name: "at half of it", find: (duration) => duration / 2 },
  { name: "in the last 5\u00a0%", find: (duration) => 0.953 * duration },
];

/** Returns the curves that are continuations: of episodes that are neither young nor of few, since both are still to change. */
export function listContinued({ old, now, traces }: EpisodePair): readonly TracePair[] {
  if (old.isYoung || now.isYoung || old.doubt !== undefined || now.doubt !== undefined) return [];
  return traces.filter(({ broken, old: one, now: other }) => {
    return broken === undefined && one.whole !== undefined && other.whole !== undefined;
  });
}

/** Finds the figures of those who came since that differ from those before by more than chance, one an episode and source. */
export function findFigureChanges(pairs: readonly EpisodePair[], isLeftOut: (source: string) => boolean): LateTest[] {
  const tests = pairs.flatMap((pair) =>
    listContinued(pair)
      .filter(({ source }) => !isLeftOut(source))
      .flatMap((trace) =>
        FIGURES.flatMap(({ name, find }) => {
          const at = find(trace.now.duration);
          const parts = at === undefined ? undefined : splitAt(trace, at);
          return parts ? [createTest({ pair, trace, ...parts, figure: name })] : [];
        }),
      ),
  );
  const clear = selectClear(tests, FIGURES_ALPHA);
  // The largest difference says most of those that are certain: all later ones have the same listeners.
  return clear
    .sort((one, other) => computeDifference(other) - computeDifference(one))
    .filter((test, index) => clear.findIndex(({ trace }) => trace === test.trace) === index);
}

/** Finds the moments of the leading source at which those who came since do otherwise than those before. */
export function findMomentChanges(pairs: readonly EpisodePair[], isLeftOut: (source: string) => boolean): LateTest[] {
  const tests = pairs.flatMap((pair) => {
    const trace = listContinued(pair).find(({ source }) => source === (pair.now.source ?? "") && !isLeftOut(source));
    if (!trace) return [];
    const olds = pair.old.moments.filter(({ source = "" }) => source === trace.source);
    const nows = pair.now.moments.filter(({ source = "" }) => source === trace.source);
    const gone = olds.filter((moment) => !nows.some((other) => isSame(moment, other)));
    return [...nows, ...gone].flatMap((moment) => {
      const parts = moment.kind === "replay" ? undefined : splitAtMoment(trace, moment);
      const isNamed = nows.includes(moment);
      const wasNamed = !isNamed || olds.some((other) => isSame(moment, other));
      return parts ? [createTest({ pair, trace, ...parts, moment, isNamed, wasNamed })] : [];
    });
  });
  return selectClear(tests, MOMENTS_ALPHA);
}

type Placed = Pick<SnapshotMoment, "kind" | "from" | "to">;

/** Checks whether two moments are one. */
export function isSame(one: Placed, other: Placed): boolean {
  return one.kind === other.kind && one.from <= other.to && other.from <= one.to;
}

function createTest(test: Omit<LateTest, "p">): LateTest {
  return { ...test, p: computeFisherP(test.since, test.before) };
}

/**
 * Holm's method (1979), weighted by how many came since, which says nothing of what they do: the chance of any wrong one
 * among all stays alpha, and a change is looked for where it could be seen.
 */
function selectClear(tests: readonly LateTest[], alpha: number): LateTest[] {
  const sorted = tests.toSorted((one, other) => one.p / one.since.of - other.p / other.since.of);
  let left = sum(sorted, ({ since }) => since.of);
  const stop = sorted.findIndex(({ p, since }) => {
    const isClear = p < (alpha * since.of) / left;
    left -= since.of;
    return !isClear;
  });
  return sorted.slice(0, stop < 0 ? sorted.length : stop).filter((test) => computeDifference(test) >= MIN_DIFFERENCE);
}

export const computeShare = ({ hits, of }: Part): number => hits / of;

function computeDifference({ since, before }: LateTest): number {
  return Math.abs(computeShare(since) - computeShare(before));
}

type Parts = Pick<LateTest, "since" | "before">;

/** Counts who is still there at a time, of all. */
function splitAt(trace: TracePair, at: number): Parts | undefined {
  const half = trace.now.duration / trace.now.levels.length / 2;
  return split(
    trace,
    ({ whole = 0 }) => whole,
    (one) => readTrace(one, at - half, at + half) * (one.whole ?? 0),
  );
}

/** Counts who is still there after a moment, or within a passage, of those present before it. */
function splitAtMoment(trace: TracePair, { kind, from, to }: SnapshotMoment): Parts | undefined {
  const width = Math.max(10, trace.now.duration / trace.now.levels.length);
  const [start, end] = kind === "loss" ? [to, to + 2 * width] : [from, to];
  const count = (one: Trace, first: number, last: number) => readTrace(one, first, last) * (one.whole ?? 0);
  return split(
    trace,
    (one) => count(one, from - 2 * width, from),
    (one) => count(one, start, end),
  );
}

/** The listeners of the old curve are some of the new one's: those who came since are the others. */
function split({ old, now }: TracePair, countOf: (one: Trace) => number, countHits: (one: Trace) => number) {
  const [of, all] = [old, now].map((one) => Math.round(countOf(one))) as [number, number];
  const [hits, allHits] = [old, now].map((one) => Math.round(countHits(one))) as [number, number];
  const late = all - of;
  if (late < MIN_LATE || of < MIN_LATE) return undefined;
  const limit = (number: number, most: number) => Math.max(0, Math.min(most, number));
  return { before: { hits: limit(hits, of), of }, since: { hits: limit(allHits - hits, late), of: late } };
}
