import { flatGroup, group, least, median, min, range, sum } from "d3-array";
import type { LastEpisode, LastSnapshot, Snapshot, SnapshotEpisode, Trace } from "./snapshot.ts";
import type { Stepwise } from "./stepwise.ts";

/** An episode of two reports. */
export interface EpisodePair {
  readonly old: LastEpisode;
  readonly now: SnapshotEpisode;
  /** One for each source of either report. */
  readonly traces: readonly TracePair[];
}

/** A curve of two reports. */
export interface TracePair {
  readonly episode: SnapshotEpisode;
  /** Empty if it has no name. */
  readonly source: string;
  /** Of what is `gone` or has `joined`, both are the one curve that there is. */
  readonly old: Trace;
  readonly now: Trace;
  /** Why its figures can't be compared; undefined if they can. */
  readonly broken?: Break | undefined;
}

/** Why a curve is no continuation of the old one. Only one report has what is `gone` or has `joined`. */
export type Break = "length" | "moved" | "redefined" | "fewer" | "redrawn" | "gone" | "joined";

/** Lengths that differ by more, in seconds, are of another file. */
const SAME_LENGTH = 5;

/** Counts that fall by no more than a hundredth, or by two, are rounding and late corrections. */
const ROUNDED_PART = 0.01;
const ROUNDED = 2;

/** Times have moved, by so many places at most, if that explains four of five levels that differ by more than this share. */
const MAX_SHIFT = 10;
const SAME_LEVEL = 0.02;
const MIN_MISFITS = 5;

/** What 100 % is has changed if at least so many curves, and most of them, are higher or lower all along by a factor. */
const MIN_CURVES = 5;
const MOST = 0.8;
const MIN_SCALE = Math.log(1.03);
const MIN_MEDIAN = Math.log(1.05);
/** All places, those of the opening, and those before the ending, which are as much higher or lower. */
const PARTS = [[], [0, 10], [70, 90]] as const;

/** Places at which so few are left tell no ratio. */
const MIN_LEVEL = 0.02;

/** The episodes of two reports: of both, of the new one alone, of the old one alone. */
export interface EpisodeMatches {
  readonly pairs: readonly EpisodePair[];
  readonly added: readonly SnapshotEpisode[];
  readonly missing: readonly LastEpisode[];
}

/** Matches the episodes of two reports by their GUIDs, and else by title and date: some feeds change GUIDs. */
export function* matchEpisodes(last: LastSnapshot, now: Snapshot): Stepwise<EpisodeMatches> {
  const olds = new Map(last.episodes.map((episode) => [episode.guid, episode]));
  const guids = new Set(now.episodes.map(({ guid }) => guid));
  const missing = new Set(last.episodes.filter(({ guid }) => !guids.has(guid)));
  const namesakes = group(missing, identify);
  const pairs: EpisodePair[] = [];
  const added: SnapshotEpisode[] = [];
  for (const episode of now.episodes) {
    const same = namesakes.get(identify(episode))?.filter((other) => missing.has(other)) ?? [];
    const old = olds.get(episode.guid) ?? (same.length === 1 ? same[0] : undefined);
    if (old) missing.delete(old);
    if (old) pairs.push({ old, now: episode, traces: matchTraces(old, episode) });
    else added.push(episode);
    yield;
  }
  const redefined = new Set<TracePair>();
  for (const ofSource of groupBySource(pairs.flatMap(({ traces }) => traces))) {
    for (const trace of selectRedefined(ofSource)) redefined.add(trace);
    yield;
  }
  const mark = (trace: TracePair) => (redefined.has(trace) ? ({ ...trace, broken: "redefined" } as const) : trace);
  return { pairs: pairs.map((pair) => ({ ...pair, traces: pair.traces.map(mark) })), added, missing: [...missing] };
}

const identify = ({ title, show, published }: LastEpisode) => JSON.stringify([title, show, published]);

function matchTraces(before: LastEpisode, episode: SnapshotEpisode): TracePair[] {
  const [olds = [], nows = []] = [before.traces, before.traces && episode.traces];
  const isOf = (source: string) => (trace: Trace) => (trace.source ?? "") === source;
  const matched = olds.map((old): TracePair => {
    const { source = "" } = old;
    const now = nows.find(isOf(source));
    return { episode, source, old, now: now ?? old, broken: now ? findBreak(old, now) : "gone" };
  });
  const joined = nows.filter(({ source = "" }) => !olds.some(isOf(source)));
  return [
    ...matched,
    ...joined.map((now): TracePair => ({ episode, source: now.source ?? "", old: now, now, broken: "joined" })),
  ];
}

/** Groups curves by their source, and that by its show. */
export const groupBySource = (traces: readonly TracePair[]) =>
  flatGroup(
    traces,
    ({ episode }) => episode.show,
    ({ source }) => source,
  ).map(([, , some]) => some);

/** Of listeners who only come, no number falls: where one does, others are behind the curve, or they are counted otherwise. */
function findBreak(old: Trace, now: Trace): Break | undefined {
  if (old.kind !== now.kind) return "redefined";
  if (Math.abs(old.duration - now.duration) > SAME_LENGTH) return "length";
  const [one, other] = [old.whole ?? 0, now.whole ?? 0];
  if (isLess(now.listeners ?? old.listeners ?? 0, old.listeners ?? 0)) return "fewer";
  const counts = old.levels.map((level, place) => [level * one, (now.levels[place] ?? 0) * other] as const);
  const isLower = counts.some(([before, after]) => isLess(after, before, one));
  const isHigher = counts.some(([before, after]) => isLess(before + Math.max(0, other - one), after, one));
  if ((isLower || isHigher) && findShift(old, now) !== undefined) return "moved";
  return isLower ? "redrawn" : undefined;
}

function isLess(count: number, than: number, whole = than): boolean {
  return count < than - Math.max(ROUNDED, ROUNDED_PART * whole);
}

/** Finds by how many places all levels from one on have moved, if that explains most of what differs. */
export function findShift({ levels }: Trace, now: Trace): number | undefined {
  const listMisfits = (shift: number) =>
    levels.map((level, place) => {
      const difference = Math.abs((now.levels[place + shift] ?? level) - level);
      return difference > SAME_LEVEL ? 1 : difference ** 2;
    });
  const still = listMisfits(0);
  const shifts = range(-MAX_SHIFT, MAX_SHIFT + 1).map((shift) => {
    const [moved, cut] = [listMisfits(shift), Math.max(0, -shift)];
    return { shift, misfits: min(levels, (_, from) => sum(still.slice(0, from)) + sum(moved.slice(from + cut))) ?? 0 };
  });
  const best = least(shifts, ({ misfits }) => misfits);
  return best && sum(still) >= MIN_MISFITS && best.misfits <= sum(still) / MIN_MISFITS ? best.shift : undefined;
}

/** Selects the curves of a source whose 100 % has changed. It needs no numbers of people, which YouTube does not tell. */
function selectRedefined(traces: readonly TracePair[]): TracePair[] {
  const same = traces.filter(
    ({ broken }) => !broken || broken === "moved" || broken === "fewer" || broken === "redrawn",
  );
  const middle = computeScale(same);
  const scaled = same.filter((trace) =>
    PARTS.every((part) => computeScale([trace], ...part) * Math.sign(middle) >= MIN_SCALE),
  );
  return scaled.length >= Math.max(MIN_CURVES, MOST * same.length) && Math.abs(middle) >= MIN_MEDIAN ? same : [];
}

/** Checks whether some curves are of another kind than before, so that no ratio says how they differ. */
export const hasOtherKind = (traces: readonly TracePair[]) => traces.some(({ old, now }) => old.kind !== now.kind);

/** Computes how much higher or lower curves are than before, between two places: the logarithm of the median ratio. */
export function computeScale(traces: readonly TracePair[], from = 0, to?: number): number {
  const scales = traces.map(({ old, now }) =>
    median(old.levels.slice(from, to), (level, index) => {
      const other = now.levels[from + index] ?? 0;
      return level > MIN_LEVEL && other > MIN_LEVEL ? Math.log(other / level) : undefined;
    }),
  );
  return median(scales, (scale) => scale ?? 0) ?? 0;
}
