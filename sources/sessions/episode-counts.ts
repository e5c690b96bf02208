import { countSeconds, type Span } from "../../lib/spans.ts";
import { RecordError } from "../base/refusals.ts";
import type { Overrun } from "../input/beyond.ts";
import { formatPlace, type Place } from "../input/places.ts";
import type { Intervals } from "./intervals.ts";
import type { OpenSessions } from "./open-sessions.ts";
import type { SecondCounts } from "./second-counts.ts";

/** Seconds by which players may measure the duration of the same audio differently. */
const DURATION_TOLERANCE = 1;

/** Seconds that an event covers if no session of its episode and its feed shows its interval. */
const DEFAULT_INTERVAL = 1;

/** An interval in seconds, and whose it is: that of most sessions of the episode or its feed, or nobody's. */
interface Basis {
  readonly interval: number;
  readonly of: "episode" | "feed" | "nobody";
}

/** The counts of one episode. */
export interface EpisodeCounts extends Overrun {
  /** The first session. */
  readonly place: Place;
  /** Seconds; undefined if not known. */
  readonly duration: number | undefined;
  readonly sessions: number;
  /** Sessions that heard at least one second before the end. */
  readonly listeners: number;
  /** Sessions that show their interval, and those of them that log more slowly than they are counted. */
  readonly shown: number;
  readonly slow: number;
  /** Those at which its sessions log. */
  readonly intervals: Intervals;
  /** By what its sessions that do not show their interval are counted; undefined if there are none. */
  readonly basis: Basis | undefined;
  /** What is wrong with its sessions. */
  readonly fault: RecordError | undefined;
  /** Computes the number of these listeners in each second, up to the last one that they heard. */
  computeCounts(): Uint32Array;
}

/** The same while sessions are added. */
export type Counting = { -readonly [Each in keyof EpisodeCounts]: EpisodeCounts[Each] } & {
  readonly counts: SecondCounts;
  readonly open: OpenSessions;
};

/** Finds by what sessions are counted that do not show their interval. */
export function findBasis(ofEpisode: Intervals, ofFeed: Intervals | undefined): Basis {
  if (ofEpisode.mostCommon !== undefined) return { interval: ofEpisode.mostCommon, of: "episode" };
  if (ofFeed?.mostCommon !== undefined) return { interval: ofFeed.mostCommon, of: "feed" };
  return { interval: DEFAULT_INTERVAL, of: "nobody" };
}

/** Counts a listener who heard these passages. */
export function countSpans(episode: Counting, spans: readonly Span[]): void {
  const end = Math.ceil(episode.duration ?? 0);
  const within = countSeconds(spans, 0, end);
  // The second at which the episode ends is left out. Without a limit, one session could outweigh all others.
  const beyond = Math.min(countSeconds(spans, end + 1, Number.POSITIVE_INFINITY), end);
  episode.within += within;
  episode.beyond += beyond;
  episode.reach = Math.max(episode.reach, spans.at(-1)?.end ?? 0);
  if (within === 0) return;
  episode.listeners++;
  episode.counts.add(spans);
}

/** Notes it if a session says another duration than the one with which its episode is counted. */
export function verifyDuration(episode: Counting, duration: number, place: Place): void {
  const { duration: counted = duration } = episode;
  if (Math.abs(duration - counted) < DURATION_TOLERANCE) return;
  const problem = `The session in ${formatPlace(place)} says that it has ${duration} s, but the first one is counted with ${counted} s.`;
  const wayOut = 'Correct the member "duration" of its sessions, or remove it from them.';
  episode.fault ??= new RecordError("with two durations", `${problem} ${wayOut}`);
}
