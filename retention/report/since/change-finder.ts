import { group } from "d3-array";
import type { Part } from "../curve/statistics/fisher.ts";
import type { BrokenCurves } from "./broken-curves.ts";
import { nameTraces } from "./change-words.ts";
import type { Break, EpisodeMatches } from "./episode-pairs.ts";
import type { LateTest } from "./late.ts";
import type { LastEpisode, LastMoment, LastSnapshot, Snapshot } from "./snapshot.ts";

/** Two reports, compared: here each kind finds its changes. */
export interface ReportPair extends EpisodeMatches {
  readonly last: LastSnapshot;
  readonly now: Snapshot;
  /** The day of the earlier report, for people. */
  readonly since: string;
  /** Where those who came since differ from those before. */
  readonly lateFigures: readonly LateTest<string>[];
  readonly lateMoments: readonly LateTest<LastMoment>[];
  readonly broken: readonly BrokenCurves[];
}

/** A change, whose kind is one of those below. */
export interface ReportChange {
  /** The episode that it is of, or the episodes. */
  readonly guid?: string;
  readonly guids?: readonly string[];
  readonly show?: string | undefined;
  readonly source?: string | undefined;
  /** Where a share of those who came since differs from that of those before: both, in numbers. */
  readonly late?: Part;
  readonly before?: Part;
  readonly text: string;
}

/** Finds all changes of a kind, and says each in a sentence. */
export interface ChangeFinder<Kind extends string = string> {
  readonly kind: Kind;
  readonly find: (compared: ReportPair) => ReportChange[];
}

/** Makes a kind of what a function finds. */
export function ofKind<const Kind extends string>(kind: Kind, find: ChangeFinder["find"]): ChangeFinder<Kind> {
  return { kind, find };
}

/** Makes a kind of one change for each show that has some of these episodes. */
export function eachShow<const Kind extends string, Told extends LastEpisode>(
  kind: Kind,
  select: (compared: ReportPair) => readonly Told[],
  tell: (episodes: readonly Told[], compared: ReportPair) => string,
): ChangeFinder<Kind> {
  return ofKind(kind, (compared) =>
    [...group(select(compared), ({ show }) => show).values()].map((some) => ofEpisodes(some, tell(some, compared))),
  );
}

/** Makes a kind of one change for each group of curves that are no continuations for a reason. */
export function eachBreak<const Reason extends Break>(
  kind: Reason,
  tell: (broken: BrokenCurves & { readonly names: string }, since: string) => string,
): ChangeFinder<Reason> {
  return ofKind(kind, ({ broken, since }) =>
    broken
      .filter(({ reason }) => reason === kind)
      .map((each) => {
        const { source, ofSource, traces } = each;
        const text = tell({ ...each, names: nameTraces(traces, ofSource) }, since);
        const episodes = traces.map(({ episode }) => episode);
        return ofEpisodes(episodes, text, { source });
      }),
  );
}

/** Makes a change of episodes of one show. */
export function ofEpisodes(
  episodes: readonly LastEpisode[],
  text: string,
  more: Pick<ReportChange, "source" | "late" | "before"> = {},
): ReportChange {
  const guids = episodes.map(({ guid }) => guid);
  return { ...(guids.length > 1 ? { guids } : { guid: guids[0] ?? "" }), show: episodes[0]?.show, ...more, text };
}

export function ofTest({ trace: { episode, source }, late, before }: LateTest, text: string): ReportChange {
  return ofEpisodes([episode], text, { source, late, before });
}
