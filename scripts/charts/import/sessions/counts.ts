import type { Chart } from "../../../../lib/chart.ts";
import { computePercentage } from "../percentage.ts";
import type { Durations } from "./feed.ts";
import { addGap, addGaps, createGaps, type Gaps } from "./gaps.ts";
import { isGoingOn, type Session, type SessionEvent } from "./record.ts";

/** How to count. */
export interface CountOptions {
  readonly durations: Durations;
  /** For how many whole seconds an event stands, from that of its time on. */
  readonly interval: number;
}

/** What was counted. */
export interface Counts {
  /** By GUID. */
  readonly episodes: ReadonlyMap<string, EpisodeCounts>;
  readonly gaps: Gaps;
}

/** What was counted of an episode. */
export interface EpisodeCounts {
  /** Seconds; none for an episode whose duration is not known. */
  readonly duration: number | undefined;
  readonly sessions: number;
  /** For each whole second of the episode, how many sessions were there. */
  readonly listeners: Uint32Array<ArrayBuffer>;
}

interface Counting extends EpisodeCounts {
  sessions: number;
  /** For each second, the last session that was counted there. */
  readonly lastSession: Uint32Array;
}

/**
 * Counts listeners per second, a session once at most; its memory grows with episodes and nothing else.
 *
 * An event from which its listener goes on stands for the interval, or up to the next one of the log where
 * that is in the same second or a later one; the others stand for their own second. Where the next one is
 * earlier, nobody knows when its listener went back.
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

  /** Adds a session; seconds past the duration don't count. */
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

  /** The second after the last one that an event stands for. */
  #computeEnd(event: SessionEvent, start: number, nextEvent: SessionEvent | undefined): number {
    if (!isGoingOn(event)) return start + 1;
    const end = start + this.#options.interval;
    const next = nextEvent ? Math.floor(nextEvent.time) : -1;
    if (next < start) return end;
    if (next > start) addGap(this.gaps, next - start);
    return Math.max(start + 1, Math.min(end, next));
  }

  #addEpisode(guid: string): Counting {
    const { byGuid, other } = this.#options.durations;
    const duration = byGuid.get(guid) ?? other;
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

/** Adds what was counted elsewhere. */
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
 * The curve of an episode: for each second the listeners in percent of the second with the most, to two
 * decimals. Empty where nobody listened.
 */
export function computeChart(guid: string, duration: number, listeners: Uint32Array): Chart {
  const peak = listeners.reduce((max, count) => Math.max(max, count), 0);
  if (peak === 0) return { guid, duration, data: [] };
  const data = Array.from(listeners, (count, time) => ({ time, percentage: computePercentage(count, peak) }));
  return { guid, duration, data };
}
