import { computeSpans, type ListeningEvent, playsAfter } from "../../../lib/listening-events.ts";
import { countSeconds } from "../../../lib/spans.ts";
import type { Extent } from "../input/beyond.ts";
import { type Durations, findDuration } from "../input/durations.ts";
import { formatPlace, type Place } from "../input/places.ts";
import { RecordError } from "../input/refusals.ts";
import { addGap, createGaps } from "./gaps.ts";
import type { Session } from "./record.ts";
import { SecondCounts } from "./second-counts.ts";
import { SeenSessions } from "./seen.ts";

/** Seconds by which players may measure the duration of the same audio differently. */
const DURATION_TOLERANCE = 1;

/** How to count. */
export interface CountOptions {
  /** Of the episodes whose sessions have none. Sessions of episodes that are not in the feed, if there is one, are not counted. */
  readonly durations: Durations;
  /** Whole seconds that `play` and `seek` cover at most. */
  readonly interval: number;
}

/** The counts of one episode. */
export interface EpisodeCounts extends Extent {
  /** The first session. */
  readonly place: Place;
  /** Seconds; undefined if not known. */
  readonly duration: number | undefined;
  readonly sessions: number;
  /** Sessions that heard at least one second before the end. */
  readonly listeners: number;
  /** What is wrong with its sessions. */
  readonly fault: RecordError | undefined;
  /** Computes the number of listeners of each second. */
  computeCounts(): Uint32Array;
}

interface Counting extends EpisodeCounts {
  sessions: number;
  listeners: number;
  within: number;
  beyond: number;
  reach: number;
  fault: RecordError | undefined;
  readonly counts: SecondCounts;
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
  readonly gaps = createGaps();
  #repeated = 0;

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

  add(session: Session, place: Place): void {
    const episode = this.#episodes.get(session.guid) ?? this.#addEpisode(session, place);
    if (session.duration !== undefined) verifyDuration(episode, session.duration, place);
    const sight = this.#seen.look(session, place);
    if (sight === "new") this.#count(episode, session.events);
    else if (sight === "same") this.#repeated++;
    else episode.fault ??= describeContradiction(session, sight.differsFrom, place);
  }

  #count(episode: Counting, events: readonly ListeningEvent[]): void {
    episode.sessions++;
    this.#addGaps(events);
    const { duration } = episode;
    if (duration === undefined) return;
    const end = Math.ceil(duration);
    const spans = computeSpans(events, this.#options.interval);
    const within = countSeconds(spans, 0, end);
    // The second at which the episode ends is left out. Without a limit, one session could outweigh all others.
    const beyond = Math.min(countSeconds(spans, end + 1, Number.POSITIVE_INFINITY), end);
    episode.counts.add(spans);
    episode.within += within;
    episode.beyond += beyond;
    episode.reach = Math.max(episode.reach, spans.at(-1)?.end ?? 0);
    if (within > 0) episode.listeners++;
  }

  /** Adds the time between an event after which the episode plays and the next event, if that is later. */
  #addGaps(events: readonly ListeningEvent[]): void {
    events.forEach((event, index) => {
      const gap = Math.floor(events[index + 1]?.time ?? 0) - Math.floor(event.time);
      if (gap > 0 && playsAfter(event)) addGap(this.gaps, gap);
    });
  }

  #addEpisode({ guid, duration: own }: Session, place: Place): Counting {
    const duration = this.#findDuration(guid, own);
    const counts = new SecondCounts(Math.ceil(duration ?? 0));
    const computeCounts = () => counts.compute();
    const numbers = { sessions: 0, listeners: 0, within: 0, beyond: 0, reach: 0 };
    const counting = { place, duration, fault: undefined, ...numbers, counts, computeCounts };
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

/** Notes it if a session says another duration than the one with which its episode is counted. */
function verifyDuration(episode: Counting, duration: number, place: Place): void {
  const { duration: counted = duration } = episode;
  if (Math.abs(duration - counted) < DURATION_TOLERANCE) return;
  const problem = `The session in ${formatPlace(place)} says that it has ${duration} s, but the first one is counted with ${counted} s.`;
  const wayOut = 'Correct the member "duration" of its sessions, or remove it from them.';
  episode.fault ??= new RecordError("with two durations", `${problem} ${wayOut}`);
}

function describeContradiction({ id }: Session, first: Place, second: Place): RecordError {
  const problem = `Session ${JSON.stringify(id)} is in ${formatPlace(first)} and, with other events, in ${formatPlace(second)}.`;
  return new RecordError("with two records of a session", `${problem} Import only the latest export of each session.`);
}
