import { rollup } from "d3-array";
import { computeSpans, type ListeningEvent } from "../../lib/listening-events.ts";
import { type Durations, findDuration } from "../input/durations.ts";
import type { Place } from "../input/places.ts";
import { sumIntervals } from "./bases.ts";
import { type Counting, countSpans, type EpisodeCounts, findBasis, verifyDuration } from "./episode-counts.ts";
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
  readonly #options: CountOptions;
  readonly #episodes = new Map<string, Counting>();
  readonly #seen = new SeenSessions();
  #repeated = 0;
  #alike = 0;

  constructor(options: CountOptions) {
    this.#options = options;
  }

  /** By GUID. */
  get episodes(): ReadonlyMap<string, EpisodeCounts> {
    return this.#episodes;
  }

  /** The number of sessions that were found again, and not counted again. */
  get repeated(): number {
    return this.#repeated;
  }

  /** The number of sessions without an id that equal another one, and were counted. */
  get alike(): number {
    return this.#alike;
  }

  add(session: Session, place: Place): void {
    const episode = this.#episodes.get(session.guid) ?? this.#addEpisode(session, place);
    if (session.duration !== undefined) verifyDuration(episode, session.duration, place);
    const sight = this.#seen.look(session, place);
    if (sight === "alike") this.#alike++;
    if (sight === "new" || sight === "alike") this.#count(episode, session.events);
    else if (sight === "same") this.#repeated++;
    else episode.fault ??= describeContradiction(session, sight.differsFrom, place);
  }

  /**
   * Counts the sessions that do not show their interval, once all are added: by that of most sessions of their episode, or
   * else of their feed. Other shows in the same import change nothing.
   */
  finish(): void {
    const byFeed = this.#sumByFeed();
    for (const [guid, episode] of this.#episodes) {
      if (episode.open.isEmpty) continue;
      episode.basis = findBasis(episode.intervals, byFeed.get(this.#findFeed(guid)));
      for (const spans of episode.open.computeSpans(episode.basis.interval)) countSpans(episode, spans);
    }
  }

  #sumByFeed(): Map<number, Intervals> {
    const byFeed = rollup(this.#episodes, sumIntervals, ([guid]) => this.#findFeed(guid));
    // Episodes without a feed may be of any number of shows.
    byFeed.delete(0);
    return byFeed;
  }

  #findFeed(guid: string): number {
    return this.#options.durations.feed?.findFeed(guid) ?? 0;
  }

  #count(episode: Counting, events: readonly ListeningEvent[]): void {
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
    else countSpans(episode, computeSpans(events, used));
  }

  #addEpisode({ guid, duration: own }: Session, place: Place): Counting {
    const duration = this.#findDuration(guid, own);
    const counts = new SecondCounts(duration ?? 0);
    const computeCounts = () => counts.compute();
    const numbers = { sessions: 0, listeners: 0, shown: 0, slow: 0, within: 0, beyond: 0, reach: 0 };
    const empty = { counts, open: new OpenSessions(), intervals: new Intervals(), basis: undefined, fault: undefined };
    const counting = { place, duration, ...numbers, ...empty, computeCounts };
    this.#episodes.set(guid, counting);
    return counting;
  }

  /** Returns undefined if it is not known, or has two. */
  #findDuration(guid: string, own: number | undefined): number | undefined {
    const { durations } = this.#options;
    if (durations.feed?.has(guid) === false) return undefined;
    if (own !== undefined || durations.feed?.describeConflict(guid) !== undefined) return own;
    return findDuration(guid, durations);
  }
}
