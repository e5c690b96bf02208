import type { Snapshot, SnapshotEpisode, Trace } from "./snapshot.ts";

/** An episode of two reports. */
export interface EpisodePair {
  readonly old: SnapshotEpisode;
  readonly now: SnapshotEpisode;
  /** One for each source that both reports have. */
  readonly traces: readonly TracePair[];
}

/** A curve of two reports. */
export interface TracePair {
  readonly source: string;
  readonly old: Trace;
  readonly now: Trace;
  /** Why its figures can't be compared: it is no continuation of the old one. */
  readonly broken?: "kind" | "length" | "fewer" | "redrawn";
}

/** The episodes of two reports. */
export interface Matched {
  readonly pairs: readonly EpisodePair[];
  readonly added: readonly SnapshotEpisode[];
  readonly missing: readonly SnapshotEpisode[];
}

/** Lengths that differ by more, in seconds, are of another file. */
const SAME_LENGTH = 5;

/** Counts that fall by no more than a hundredth, or by two, are rounding and late corrections. */
const ROUNDED_PART = 0.01;
const ROUNDED = 2;

/** Matches the episodes by their GUIDs, and else by title and date: some feeds change GUIDs. */
export function matchEpisodes(last: Snapshot, now: Snapshot): Matched {
  const olds = new Map(last.episodes.map((episode) => [episode.guid, episode]));
  const guids = new Set(now.episodes.map(({ guid }) => guid));
  const gone = last.episodes.filter(({ guid }) => !guids.has(guid));
  const pairs: EpisodePair[] = [];
  const added: SnapshotEpisode[] = [];
  for (const episode of now.episodes) {
    const old = olds.get(episode.guid) ?? takeNamesake(gone, episode);
    if (old) pairs.push({ old, now: episode, traces: matchTraces(old, episode) });
    else added.push(episode);
  }
  return { pairs, added, missing: gone };
}

function takeNamesake(gone: SnapshotEpisode[], { title, show, published }: SnapshotEpisode) {
  const same = gone.filter((old) => old.title === title && old.show === show && old.published === published);
  return same.length === 1 ? gone.splice(gone.indexOf(same[0] as SnapshotEpisode), 1)[0] : undefined;
}

/** What the curve of an episode without a name of its source is called. */
export const nameTrace = ({ source = "" }: Pick<Trace, "source">): string => source;

function matchTraces(old: SnapshotEpisode, now: SnapshotEpisode): TracePair[] {
  return (now.traces ?? []).flatMap((trace) => {
    const before = old.traces?.find((other) => nameTrace(other) === nameTrace(trace));
    if (!before) return [];
    const broken = findBreak(before, trace);
    return [{ source: nameTrace(trace), old: before, now: trace, ...(broken && { broken }) }];
  });
}

/** Of listeners who only come, no number falls: where one does, others are behind the curve, or they are counted otherwise. */
function findBreak(old: Trace, now: Trace): TracePair["broken"] {
  if (old.kind !== now.kind) return "kind";
  if (Math.abs(old.duration - now.duration) > SAME_LENGTH) return "length";
  if (fell(old.listeners ?? 0, now.listeners ?? old.listeners ?? 0)) return "fewer";
  const [one, other] = [old.whole, now.whole];
  if (one === undefined || other === undefined) return undefined;
  return old.levels.some((level, place) => fell(level * one, (now.levels[place] ?? 0) * other, one))
    ? "redrawn"
    : undefined;
}

function fell(before: number, after: number, whole = before): boolean {
  return after < before - Math.max(ROUNDED, ROUNDED_PART * whole);
}
