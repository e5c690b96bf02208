import type { Chart } from "../../../../lib/chart.ts";
import { computePercentage } from "../percentage.ts";
import type { Durations } from "./feed.ts";
import { addGap, addGaps, createGaps, type Gaps } from "./gaps.ts";
import { playsAfter, type Session, type SessionEvent } from "./record.ts";

/** How to count. */
export interface CountOptions {
  readonly durations: Durations;
  /** Whole seconds that `play` and `seek` cover at most. */
  readonly interval: number;
}

/** The counts of any number of sessions. */
export interface Counts {
  /** By GUID. */
  readonly episodes: ReadonlyMap<string, EpisodeCounts>;
  readonly gaps: Gaps;
}

/** The counts of one episode. */
export interface EpisodeCounts {
  /** Seconds; undefined if not known. */
  readonly duration: number | undefined;
  readonly sessions: number;
  /** For each second of the episode, the number of sessions that cover it. */
  readonly listeners: Uint32Array<ArrayBuffer>;
}

interface Counting extends EpisodeCounts {
  sessions: number;
  /** For each second, the number of the last session that covers it, from 1. */
  readonly lastSession: Uint32Array;
}

/**
 * Counts listeners per second. A session counts at most once in each second. Memory grows with the number and
 * duration of episodes only, not with that of sessions.
 *
 * `play` and `seek` cover the interval, or fewer seconds if the session's next event lies within it. `pause` and
 * `ended` cover their own second. For example, with an interval of 3 and a duration of 7:
 *
 *     play at 0, pause at 5   1 1 1 0 0 1 0
 *     play at 0, pause at 1   1 1 0 0 0 0 0
 *     play at 4, seek to 0    1 1 1 0 1 1 1   the whole interval: the log does not say when the listener jumped back
 */
export class SessionCounts implements Counts {
  readonly #options: CountOptions;
  readonly #episodes = new Map<string, Counting>();
  readonly gaps = createGaps();

  constructor(options: CountOptions) {
    this.#options = options;
  }

  get episodes(): ReadonlyMap<string, EpisodeCounts> {
    return this.#episodes;
  }

  /** Adds a session. Seconds after the end of the episode don't count. */
  add({ guid, events }: Session): void {
    const episode = this.#episodes.get(guid) ?? this.#addEpisode(guid);
    const session = ++episode.sessions;
    const { listeners, lastSession } = episode;
    events.forEach((event, index) => {
      const start = Math.floor(event.time);
      const end = Math.min(this.#computeEnd(event, start, events[index + 1]), listeners.length);
      for (let second = start; second < end; second++) {
        if (lastSession[second] === session) continue;
        lastSession[second] = session;
        listeners[second] = (listeners[second] ?? 0) + 1;
      }
    });
  }

  /** Computes the second after the last one that an event covers. */
  #computeEnd(event: SessionEvent, start: number, nextEvent: SessionEvent | undefined): number {
    if (!playsAfter(event)) return start + 1;
    const end = start + this.#options.interval;
    const next = nextEvent ? Math.floor(nextEvent.time) : -1;
    if (next < start) return end;
    if (next > start) addGap(this.gaps, next - start);
    return Math.max(start + 1, Math.min(end, next));
  }

  #addEpisode(guid: string): Counting {
    const { byGuid, fallback } = this.#options.durations;
    const duration = byGuid.get(guid) ?? fallback;
    const seconds = Math.ceil(duration ?? 0);
    const counting = {
      duration,
      sessions: 0,
      listeners: new Uint32Array(seconds),
      lastSession: new Uint32Array(seconds),
    };
    this.#episodes.set(guid, counting);
    return counting;
  }
}

export function addCounts(one: Counts, other: Counts): Counts {
  const episodes = new Map(one.episodes);
  for (const [guid, episode] of other.episodes) {
    const sum = episodes.get(guid);
    episodes.set(guid, sum ? addEpisodes(sum, episode) : episode);
  }
  return { episodes, gaps: addGaps(one.gaps, other.gaps) };
}

function addEpisodes(one: EpisodeCounts, other: EpisodeCounts): EpisodeCounts {
  const listeners = one.listeners.map((count, second) => count + (other.listeners[second] ?? 0));
  return { duration: one.duration, sessions: one.sessions + other.sessions, listeners };
}

/**
 * Computes the curve of an episode: the listeners of each second in percent of the peak, to two decimals. The counts
 * `4 3 1` give 100, 75 and 25. The curve is empty if nobody listened.
 */
export function computeChart(guid: string, duration: number, listeners: Uint32Array): Chart {
  const peak = listeners.reduce((max, count) => Math.max(max, count), 0);
  if (peak === 0) return { guid, duration, data: [] };
  const data = Array.from(listeners, (count, time) => ({ time, percentage: computePercentage(count, peak) }));
  return { guid, duration, data };
}
