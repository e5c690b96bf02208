import type { Told } from "../answers.ts";
import type { FigureName } from "../curve/figures.ts";
import type { Moment } from "../curve/moments/moment.ts";
import type { Episode, SourceCurve } from "../episode.ts";

/** What a report keeps for the next one. The other members of its findings are for people and other programs. */
export interface Snapshot {
  /** ISO 8601. */
  readonly madeAt: string;
  readonly shows: readonly { readonly title?: string; readonly told?: readonly Told[] }[];
  readonly episodes: readonly SnapshotEpisode[];
  /** The sources whose figures it compared with those of the report before it. */
  readonly changes?: { readonly sources?: readonly string[] };
}

type Named = "guid" | "title" | "show" | "source" | "kind" | "listeners" | "doubt" | "headline";
type Shares = Readonly<Partial<Record<FigureName, number>>>;

/** Shares are from 0 to 1. */
export interface SnapshotEpisode extends Pick<Episode, Named> {
  /** YYYY-MM-DD. */
  readonly published?: string;
  readonly isYoung: boolean;
  readonly figures: Shares;
  readonly usual?: Shares & { readonly episodes: number };
  readonly largestLoss?: object;
  readonly moments: readonly SnapshotMoment[];
  /** Undefined in files of before there were any. */
  readonly traces?: readonly Trace[];
}

export interface SnapshotMoment extends Pick<Moment, "kind" | "from" | "to" | "isCertain"> {
  readonly source?: string;
  readonly text: string;
}

/** The curve of a source in few values. */
export interface Trace extends Pick<SourceCurve, "kind" | "listeners" | "duration"> {
  readonly source?: string;
  /** The listeners or plays that 100 % are, if that is known. */
  readonly whole?: number;
  /** Means of hundredths of the duration, as shares of 100 %. */
  readonly levels: readonly number[];
}
