import { mean } from "d3-array";
import type { Kind } from "../../lib/chart.ts";
import type { Told } from "../answers.ts";
import type { FigureName } from "../curve/figures.ts";
import type { Moment } from "../curve/moments/moment.ts";
import type { Episode } from "../episode.ts";

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
export interface Trace {
  readonly source?: string;
  readonly kind: Kind;
  readonly listeners?: number;
  /** The listeners or plays that 100 % are, if that is known. */
  readonly whole?: number;
  /** Seconds. */
  readonly duration: number;
  /** Means of hundredths of the duration, as shares of 100 %. */
  readonly levels: readonly number[];
}

/** Counts who is there, on average of the places that lie between two times, or in the first place after the one if none does. */
export function countPresent({ levels, duration, whole = 0 }: Trace, from: number, to: number): number {
  const [first, last] = [from, to].map((time) => (time / duration) * levels.length) as [number, number];
  const start = Math.min(levels.length - 1, Math.max(0, Math.ceil(first)));
  return whole * (mean(levels.slice(start, Math.max(start + 1, Math.floor(last)))) ?? 0);
}
