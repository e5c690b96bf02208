import { coverSeconds, type ListeningEvent, playsAfter } from "../../../../lib/listening.ts";
import type { Durations } from "../../feed/feed.ts";
import { addGap, createGaps } from "./gaps.ts";
import type { Session } from "./record.ts";

/** How to count. */
export interface CountOptions {
  readonly durations: Durations;
  /** Whole seconds that `play` and `seek` cover at most. */
  readonly interval: number;
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
 */
export class SessionCounts {
  readonly #options: CountOptions;
  readonly #episodes = new Map<string, Counting>();
  readonly gaps = createGaps();

  constructor(options: CountOptions) {
    this.#options = options;
  }

  /** By GUID. */
  get episodes(): ReadonlyMap<string, EpisodeCounts> {
    return this.#episodes;
  }

  /** Adds a session. Seconds after the end of the episode don't count. */
  add({ guid, events }: Session): void {
    const episode = this.#episodes.get(guid) ?? this.#addEpisode(guid);
    const session = ++episode.sessions;
    const { listeners, lastSession } = episode;
    coverSeconds(events, this.#options.interval, (start, end) => {
      for (let second = start; second < Math.min(end, listeners.length); second++) {
        if (lastSession[second] === session) continue;
        lastSession[second] = session;
        listeners[second] = (listeners[second] ?? 0) + 1;
      }
    });
    this.#addGaps(events);
  }

  /** Adds the time between an event after which the episode plays and the next event, if that is later. */
  #addGaps(events: readonly ListeningEvent[]): void {
    events.forEach((event, index) => {
      const gap = Math.floor(events[index + 1]?.time ?? 0) - Math.floor(event.time);
      if (gap > 0 && playsAfter(event)) addGap(this.gaps, gap);
    });
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
