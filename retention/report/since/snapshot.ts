import type { Point } from "../../../lib/chart.ts";
import type { Kind } from "../../sources/base/kinds.ts";
import type { FigureName } from "../curve/figures.ts";
import { computeMeans } from "../curve/levels/bins.ts";
import type { Moment } from "../curve/moments/moment.ts";
import type { Episode } from "../episode/episode.ts";
import type { ToldFinding } from "../show/show-answers.ts";

/** A change that would break who reads the file makes this a higher number. */
export const VERSION = 1;

/** What a report is compared with: an earlier one. It may be a stranger's, so that it has no sentence. */
export interface LastSnapshot {
  /** ISO 8601. */
  readonly madeAt: string;
  readonly shows: readonly { readonly title?: string | undefined; readonly told?: readonly ToldFinding[] }[];
  readonly episodes: readonly LastEpisode[];
  /** The sources whose figures it compared with those of the report before it. */
  readonly changes?: { readonly sources?: readonly string[] } | undefined;
}

/** What a report keeps for the next one. The other members of its findings are for people and other programs. */
export interface Snapshot extends LastSnapshot {
  readonly episodes: readonly SnapshotEpisode[];
}

type FigureShares = Readonly<Partial<Record<FigureName, number>>>;

export interface LastEpisode extends Pick<Episode, "guid" | "title"> {
  readonly show?: string | undefined;
  readonly source?: string | undefined;
  readonly doubt?: string | undefined;
  /** YYYY-MM-DD. */
  readonly published?: string | undefined;
  readonly isYoung: boolean;
  readonly moments: readonly LastMoment[];
  readonly chapters?: readonly { readonly title: string }[];
  /** Undefined in files of before there were any. */
  readonly traces?: readonly Trace[];
}

/** Shares are from 0 to 1. */
export interface SnapshotEpisode extends LastEpisode, Pick<Episode, "kind" | "headline"> {
  readonly listeners?: number | undefined;
  readonly figures: FigureShares;
  readonly usual?: (FigureShares & { readonly episodes: number }) | undefined;
  readonly largestLoss?: object | undefined;
  /** The figures in which it differs. */
  readonly differs?: readonly object[];
  readonly moments: readonly SnapshotMoment[];
}

export interface LastMoment extends Pick<Moment, "kind" | "from" | "to" | "isCertain"> {
  readonly source?: string | undefined;
}

export interface SnapshotMoment extends LastMoment {
  readonly text: string;
}

/** The curve of a source in few values. */
export interface Trace {
  readonly source?: string | undefined;
  readonly kind: Kind;
  readonly listeners?: number | undefined;
  /** The listeners or plays that 100 % are, if that is known. */
  readonly whole?: number | undefined;
  readonly duration: number;
  /** Means of hundredths of the duration, as shares of 100 %. */
  readonly levels: readonly number[];
}

/** Levels that a trace has. */
export const TRACE_PLACES = 100;

/** Computes the levels of a trace. @param data of the thinned curve: pages have no other */
export function computeLevels(data: readonly Point[], duration: number): number[] {
  const length = duration || (data.at(-1)?.time ?? 0) + 1;
  return computeMeans(data, 0, length / TRACE_PLACES, TRACE_PLACES).map((level) => level / 100);
}
