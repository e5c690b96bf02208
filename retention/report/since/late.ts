import { mean, sum } from "d3-array";
import { isSameMoment } from "../curve/moments/moment.ts";
import { computeFisherP, type Part } from "../curve/statistics/fisher.ts";
import type { EpisodePair, TracePair } from "./episode-pairs.ts";
import type { LastMoment, Trace } from "./snapshot.ts";
import type { Stepwise } from "./stepwise.ts";

/** A share of those who came since a report beside that of those before. */
export interface LateTest<What = unknown> {
  readonly trace: TracePair;
  /** What it is of: a figure, such as `after 1 min`, or those present before a moment. */
  readonly what: What;
  readonly late: Part;
  readonly before: Part;
  readonly p: number;
  readonly weight: number;
}

/** Seconds. */
type TimeSpan = readonly [from: number, to: number];

/** Fewer who came since are not tested. */
const MIN_LATE = 20;

/** Smaller differences are none, however certain. A part. */
const MIN_DIFFERENCE = 0.05;

/** The chance that a report tells any change of a figure, and any of a moment, where there is none. */
const LATE_FIGURES_ALPHA = 0.04;
const LATE_MOMENTS_ALPHA = 0.01;

/**
 * Lists the places at which the figures of those who came since are read, with their parts of the chance: who leaves early
 * is not there at half either, so that most of it is spent there.
 */
const listFigures = (duration: number) => [
  ...(duration > 75 ? [{ what: "after 1 min", weight: 0.1, at: 60 }] : []),
  { what: "at half of it", weight: 0.6, at: duration / 2 },
  { what: "in the last 5\u00a0%", weight: 0.3, at: 0.953 * duration },
];

/** Finds the figures of those who came since that differ from those before by more than chance, one an episode and source. */
export function* findFigureChanges(pairs: readonly EpisodePair[]): Stepwise<LateTest<string>[]> {
  const tests: LateTest<string>[] = [];
  for (const trace of pairs.flatMap(listContinued)) {
    const half = trace.now.duration / trace.now.levels.length / 2;
    for (const { what, weight, at } of listFigures(trace.now.duration))
      tests.push(...testLate({ trace, what, weight }, [at - half, at + half]));
    yield;
  }
  // The largest difference says most of those that are certain: all later ones have the same listeners.
  const clear = selectClear(tests, LATE_FIGURES_ALPHA).sort((one, other) => computeSize(other) - computeSize(one));
  return clear.filter(({ trace }, index) => clear.findIndex((test) => test.trace === trace) === index);
}

/** Finds the moments of the leading source at which those who came since do otherwise than those before. */
export function* findMomentChanges(pairs: readonly EpisodePair[]): Stepwise<LateTest<LastMoment>[]> {
  const tests: LateTest<LastMoment>[] = [];
  for (const pair of pairs) {
    const trace = findLeading(pair);
    if (!trace) continue;
    const isOfIt = ({ source = "", kind }: LastMoment) => source === trace.source && kind !== "replay";
    const gone = pair.old.moments.filter(
      (one) => !pair.now.moments.some((other) => isOfIt(other) && isSameMoment(one, other)),
    );
    for (const what of [...pair.now.moments, ...gone].filter(isOfIt)) {
      const { kind, from, to } = what;
      const width = Math.max(10, trace.now.duration / trace.now.levels.length);
      const there = kind === "loss" ? ([to, to + 2 * width] as const) : ([from, to] as const);
      tests.push(...testLate({ trace, what, weight: 1 }, there, [from - 2 * width, from]));
    }
    yield;
  }
  return selectClear(tests, LATE_MOMENTS_ALPHA);
}

/** Returns the curves that are continuations: of episodes that are neither young nor of few, since both are still to change. */
export function listContinued({ old, now, traces }: EpisodePair): readonly TracePair[] {
  if (old.isYoung || now.isYoung || old.doubt !== undefined || now.doubt !== undefined) return [];
  return traces.filter(({ broken, old: one, now: other }) => !broken && one.whole && other.whole);
}

/** Returns the curve that the moments are of, if it is a continuation. */
export function findLeading(pair: EpisodePair): TracePair | undefined {
  return listContinued(pair).find(({ source }) => source === (pair.now.source ?? ""));
}

/**
 * Counts who is there within a span of time, of those within another one or of all. The listeners of the old curve are some
 * of the new one's: those who came since are the others. Empty if these are few.
 */
function testLate<Test extends Omit<LateTest, "late" | "before" | "p">>(test: Test, there: TimeSpan, among?: TimeSpan) {
  const { old, now } = test.trace;
  const count = (trace: Trace, span?: TimeSpan) => Math.round(span ? countThere(trace, ...span) : (trace.whole ?? 0));
  const of = count(old, among);
  const come = count(now, among) - of;
  if (Math.min(of, come) < MIN_LATE) return [];
  const hits = count(old, there);
  const before = { hits: Math.min(of, hits), of };
  const late = { hits: Math.max(0, Math.min(come, count(now, there) - hits)), of: come };
  return [{ ...test, late, before, p: computeFisherP(late, before), weight: test.weight * come }];
}

/** Counts who is there, on average of the places that lie between two times, or in the first place after the one if none does. */
export function countThere({ levels, duration, whole = 0 }: Trace, from: number, to: number): number {
  const [first, last] = [from, to].map((time) => (time / duration) * levels.length) as [number, number];
  const start = Math.min(levels.length - 1, Math.max(0, Math.ceil(first)));
  return whole * (mean(levels.slice(start, Math.max(start + 1, Math.floor(last)))) ?? 0);
}

/**
 * Holm's method (1979), weighted by how many came since, which says nothing of what they do: the chance of any wrong one
 * among all stays alpha, and a change is looked for where it could be seen.
 */
function selectClear<Test extends LateTest>(tests: readonly Test[], alpha: number): Test[] {
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
