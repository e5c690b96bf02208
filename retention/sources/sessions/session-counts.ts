import { rollup } from "d3-array";
import { computeSpans, type ListeningEvent } from "../../../lib/listening-events.ts";
import { countSeconds, type Span } from "../../../lib/spans.ts";
import { RecordError } from "../base/refusals.ts";
import { type Durations, findDuration } from "../curve/durations.ts";
import type { Overrun } from "../curve/overrun.ts";
import { formatPlace, type Place } from "../input/places.ts";
import { Intervals, MAX_LIKELY_INTERVAL } from "./intervals.ts";
import { OpenSessions } from "./open-sessions.ts";
import type { Session } from "./record.ts";
import { SecondCounts } from "./second-counts.ts";
import { describeContradiction, SeenSessions } from "./seen.ts";

/** How to count. */
export interface CountOptions {
  /** Of the episodes whose sessions have none. Sessions of episodes that are not in the feed, if there is one, are not counted. */
  readonly durations: Durations;
  /** Whole seconds that `play` and `seek` cover at most. If undefined, as long as each session's own interval. */
  readonly interval?: number | undefined;
}

/**
 * Counts listeners per second. A session counts at most once in each second, and a session that is found again is not
 * counted again. Memory grows with what was heard of each episode, up to its duration, and by less than 100 bytes with
 * each session.
 */
export class SessionCounts {
  /** By GUID. */
  readonly episodes = new Map<string, EpisodeCounts>();
  /** Sessions that were found again, and not counted again. */
  repeated = 0;
  /** Sessions without an id that equal another one, and were counted. */
  alike = 0;
  /** Sessions that begin with a copy of what was logged of another episode, which was not counted. */
  copied = 0;
  readonly #options: CountOptions;
  readonly #seen = new SeenSessions();

  constructor(options: CountOptions) {
    this.#options = options;
  }

  add(session: Session, place: Place): void {
    const episode = this.episodes.get(session.guid) ?? this.#addEpisode(session, place);
    if (session.duration !== undefined) episode.verifyDuration(session.duration, place);
    const sight = this.#seen.look(session, place);
    if (sight === "same") this.repeated++;
    else if (sight === "alike") {
      this.alike++;
      this.#count(episode, session.events);
    } else if ("copied" in sight) {
      if (sight.copied > 0) this.copied++;
      this.#count(episode, sight.copied > 0 ? session.events.slice(sight.copied) : session.events);
    } else episode.fault ??= describeContradiction(session, sight.differsFrom, place);
  }

  /**
   * Counts the sessions that do not show their interval, once all are added: by that of most sessions of their episode, or
   * else of their feed. Other shows in the same import change nothing.
   */
  finish(): void {
    const byFeed = this.#sumByFeed();
    for (const [guid, episode] of this.episodes) {
      if (episode.open.isEmpty) continue;
      episode.basis = findBasis(episode.intervals, byFeed.get(this.#findFeed(guid)));
      for (const spans of episode.open.computeSpans(episode.basis.interval)) episode.add(spans);
    }
  }

  #sumByFeed(): Map<number, Intervals> {
    const byFeed = rollup(this.episodes, sumIntervals, ([guid]) => this.#findFeed(guid));
    // Episodes without a feed may be of any number of shows.
    byFeed.delete(0);
    return byFeed;
  }

  #findFeed(guid: string): number {
    return this.#options.durations.feed?.findFeed(guid) ?? 0;
  }

  #count(episode: EpisodeCounts, events: readonly ListeningEvent[]): void {
    episode.sessions++;
    const own = episode.intervals.add(events);
    const { interval = MAX_LIKELY_INTERVAL } = this.#options;
    const isSlow = own !== undefined && own > interval;
    if (own !== undefined) episode.shown++;
    if (isSlow) episode.slow++;
    if (episode.duration === undefined) return;
    // An interval that no player has is none.
    const used = this.#options.interval ?? (isSlow ? undefined : own);
    if (used === undefined) episode.open.add(events);
    else episode.add(computeSpans(events, used));
  }

  #addEpisode({ guid, duration }: Session, place: Place): EpisodeCounts {
    const episode = new EpisodeCounts(place, this.#findDuration(guid, duration));
    this.episodes.set(guid, episode);
    return episode;
  }

  /** Returns undefined if it is not known, or has two. */
  #findDuration(guid: string, own: number | undefined): number | undefined {
    const { durations } = this.#options;
    if (durations.feed?.has(guid) === false) return undefined;
    if (own !== undefined || durations.feed?.describeConflict(guid) !== undefined) return own;
    return findDuration(guid, durations);
  }
}

/** Seconds that an event covers if no session of its episode and its feed shows its interval. */
const DEFAULT_INTERVAL = 1;

/** An interval in seconds, and whose it is: that of most sessions of the episode or its feed, or nobody's. */
interface Basis {
  readonly interval: number;
  readonly of: "episode" | "feed" | "nobody";
}

/** Finds by what sessions are counted that do not show their interval. */
function findBasis(ofEpisode: Intervals, ofFeed: Intervals | undefined): Basis {
  if (ofEpisode.mostCommon !== undefined) return { interval: ofEpisode.mostCommon, of: "episode" };
  if (ofFeed?.mostCommon !== undefined) return { interval: ofFeed.mostCommon, of: "feed" };
  return { interval: DEFAULT_INTERVAL, of: "nobody" };
}

/** Adds up at which intervals the sessions of episodes log. */
export function sumIntervals(episodes: Iterable<readonly [guid: string, counts: EpisodeCounts]>): Intervals {
  const sum = new Intervals();
  for (const [, { intervals }] of episodes) sum.addAll(intervals);
  return sum;
}

/** Seconds by which players may measure the duration of the same audio differently. */
const DURATION_TOLERANCE = 1;

/** The counts of one episode. */
export class EpisodeCounts implements Overrun {
  /** The first session. */
  readonly place: Place;
  /** Seconds; undefined if not known. */
  readonly duration: number | undefined;
  sessions = 0;
  /** Sessions that heard at least one second before the end. */
  listeners = 0;
  /** Sessions that show their interval, and those of them that log more slowly than they are counted. */
  shown = 0;
  slow = 0;
  within = 0;
  beyond = 0;
  lastHeard = 0;
  /** Those at which its sessions log. */
  readonly intervals = new Intervals();
  /** Its sessions that do not show their interval, and by what they are counted; undefined if there are none. */
  readonly open = new OpenSessions();
  basis: Basis | undefined;
  /** What is wrong with its sessions. */
  fault: RecordError | undefined;
  readonly #counts: SecondCounts;

  constructor(place: Place, duration: number | undefined) {
    this.place = place;
    this.duration = duration;
    this.#counts = new SecondCounts(duration ?? 0);
  }

  /** Counts a listener who heard these passages. */
  add(spans: readonly Span[]): void {
    const end = Math.ceil(this.duration ?? 0);
    const within = countSeconds(spans, 0, end);
    this.within += within;
    // The second at which the episode ends is left out. Without a limit, one session could outweigh all others.
    this.beyond += Math.min(countSeconds(spans, end + 1, Number.POSITIVE_INFINITY), end);
    this.lastHeard = Math.max(this.lastHeard, spans.at(-1)?.end ?? 0);
    if (within === 0) return;
    this.listeners++;
    this.#counts.add(spans);
  }

  /** Notes it if a session says another duration than the one with which the episode is counted. */
  verifyDuration(duration: number, place: Place): void {
    const { duration: counted = duration } = this;
    if (Math.abs(duration - counted) < DURATION_TOLERANCE) return;
    const problem = `The session in ${formatPlace(place)} says that it has ${duration} s, but the first one is counted with ${counted} s.`;
    this.fault ??= new RecordError("two-durations", problem);
  }

  /** Computes the number of listeners in each second, up to the last one that they heard. */
  computeCounts(): Uint32Array {
    return this.#counts.compute();
  }
}
