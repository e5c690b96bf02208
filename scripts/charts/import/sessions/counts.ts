import type { Chart } from "../../../../lib/chart.ts";
import type { Session } from "./record.ts";

/** The length of each episode in seconds: from a feed, or one for all. */
export interface Durations {
  readonly byGuid: ReadonlyMap<string, number>;
  /** For episodes that are not in `byGuid`. */
  readonly other?: number | undefined;
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

/** Counts listeners per second, a session once at most; its memory grows with episodes and nothing else. */
export class SessionCounts {
  readonly #durations: Durations;
  readonly #episodes = new Map<string, Counting>();

  constructor(durations: Durations) {
    this.#durations = durations;
  }

  /** Adds a session; seconds past the duration don't count. */
  add({ guid, events }: Session): void {
    const episode = this.#episodes.get(guid) ?? this.#addEpisode(guid);
    const session = ++episode.sessions;
    const { listeners, lastSession } = episode;
    for (const { time } of events) {
      const second = Math.floor(time);
      if (second >= listeners.length || lastSession[second] === session) continue;
      lastSession[second] = session;
      listeners[second] = (listeners[second] ?? 0) + 1;
    }
  }

  get episodes(): ReadonlyMap<string, EpisodeCounts> {
    return this.#episodes;
  }

  #addEpisode(guid: string): Counting {
    const duration = this.#durations.byGuid.get(guid) ?? this.#durations.other;
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

/** Adds counts of the same episode, counted elsewhere. */
export function addCounts(one: EpisodeCounts, other: EpisodeCounts): EpisodeCounts {
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

function computePercentage(count: number, peak: number): number {
  return Math.round((count * 10_000) / peak) / 100;
}
