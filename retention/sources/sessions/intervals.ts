import { sum } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { computeSpans, type ListeningEvent, playsAfter } from "../../../lib/listening-events.ts";
import type { Span } from "../../../lib/spans.ts";
import { describeGuid } from "../input/places.ts";

/** Gaps that show at which interval a session logs. Fewer may be pauses, or jumps that were logged as `play`. */
const MIN_GAPS = 3;

/** Share of a session's gaps that are a second longer than the median if its player logs between two whole seconds. */
const MIN_LONGER = 0.02;

/** Seconds. No player logs more rarely: such times are in milliseconds. */
export const MAX_LIKELY_INTERVAL = 120;

/** Intervals that a message names. */
const MAX_NAMED = 4;

/** Follows at which intervals sessions log. They may differ: of two versions of a player, or of listeners who speed up. */
export class Intervals {
  /** Numbers of sessions by interval. */
  readonly #sessions = new Map<number, number>();
  /** Of the sessions that have too few gaps: numbers of gaps by length. */
  readonly #gaps = new Map<number, number>();

  /**
   * Finds the interval of a session: the usual number of whole seconds from a `play` or `seek` to a later `play`.
   *
   * @returns undefined if it has fewer than three of them
   */
  add(events: readonly ListeningEvent[]): number | undefined {
    const gaps = countGaps(events);
    const number = sum(gaps.values());
    if (number < MIN_GAPS) {
      for (const [gap, count] of gaps) increase(this.#gaps, gap, count);
      return undefined;
    }
    const median = findMedian(gaps) ?? 0;
    // A player that logs between two whole seconds: 1.25 gives 1, 1, 1 and 2.
    const isLonger = (gaps.get(median + 1) ?? 0) >= MIN_LONGER * number;
    const interval = isLonger ? median + 1 : median;
    increase(this.#sessions, interval);
    return interval;
  }

  /** Adds those of other sessions. */
  addAll(others: Intervals): void {
    for (const [interval, count] of others.#sessions) increase(this.#sessions, interval, count);
    for (const [gap, count] of others.#gaps) increase(this.#gaps, gap, count);
  }

  /** The interval of most sessions, the shortest of several; undefined if no session shows one that a player may have. */
  get mostCommon(): number | undefined {
    return this.#sortByNumber().find(([interval]) => interval <= MAX_LIKELY_INTERVAL)?.[0];
  }

  /** The median gap of sessions with few gaps; undefined if there is none. */
  get medianGap(): number | undefined {
    return findMedian(this.#gaps);
  }

  /** Describes them, the most common first: `10 s (80 sessions), 1 s (20 sessions)`. Empty if there are none. */
  listCommon(): string {
    const named = this.#sortByNumber().map(([interval, count]) => `${interval} s (${formatCount(count, "session")})`);
    const others = named.splice(MAX_NAMED).length;
    return [...named, ...(others > 0 ? [`${others} other intervals`] : [])].join(", ");
  }

  #sortByNumber(): [interval: number, sessions: number][] {
    return [...this.#sessions].sort(
      ([interval, one], [otherInterval, other]) => other - one || interval - otherInterval,
    );
  }
}

/** Counts a session's gaps by their length in seconds. There are thousands, but of few lengths. */
function countGaps(events: readonly ListeningEvent[]): Map<number, number> {
  const gaps = new Map<number, number>();
  events.forEach((event, index) => {
    const next = events[index + 1];
    if (next?.event !== "play" || !playsAfter(event)) return;
    const gap = Math.floor(next.time) - Math.floor(event.time);
    if (gap > 0) increase(gaps, gap);
  });
  return gaps;
}

/** Returns the lower median of counted values; undefined if there are none. */
function findMedian(counts: ReadonlyMap<number, number>): number | undefined {
  const half = sum(counts.values()) / 2;
  let below = 0;
  return [...counts]
    .sort(([one], [other]) => one - other)
    .find(([, count]) => {
      below += count;
      return below >= half;
    })?.[0];
}

function increase(counts: Map<number, number>, key: number, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** What to do about times that no player logs. */
export const MILLISECONDS = "If their times are in milliseconds, convert them to seconds.";

/** Seconds that an event covers if no session of its episode and its feed shows its interval. */
const DEFAULT_INTERVAL = 1;

/** An interval in seconds, and whose it is: that of most sessions of the episode or its feed, or nobody's. */
export interface Basis {
  readonly interval: number;
  readonly of: "episode" | "feed" | "nobody";
}

/** Finds by what sessions are counted that do not show their interval. */
export function findBasis(ofEpisode: Intervals, ofFeed: Intervals | undefined): Basis {
  if (ofEpisode.mostCommon !== undefined) return { interval: ofEpisode.mostCommon, of: "episode" };
  if (ofFeed?.mostCommon !== undefined) return { interval: ofFeed.mostCommon, of: "feed" };
  return { interval: DEFAULT_INTERVAL, of: "nobody" };
}

/** What is looked at of an episode: `EpisodeCounts` has it. */
interface Counted {
  readonly intervals: Intervals;
  readonly shown: number;
  readonly basis: Basis | undefined;
}

type Episode = readonly [guid: string, counts: Counted];

/** Adds up at which intervals the sessions of episodes log. */
export function sumIntervals(episodes: Iterable<Episode>): Intervals {
  const sum = new Intervals();
  for (const [, { intervals }] of episodes) sum.addAll(intervals);
  return sum;
}

/** Says of which episodes no session shows its interval, and by what they are counted. Returns lines. */
export function describeBases(episodes: readonly Episode[]): string[] {
  const short = episodes.filter(([, { shown }]) => shown === 0);
  const ofFeed = short.filter(([, { basis }]) => basis?.of === "feed");
  const ofNobody = short.filter(([, { basis }]) => basis?.of === "nobody");
  const gap = sumIntervals(ofNobody).medianGap;
  return [
    ...(ofFeed.length > 0 ? [`${describeEpisodes(ofFeed)} It is counted by that of most sessions of its feed.`] : []),
    ...(ofNobody.length > 0 && gap !== 1 ? [`${describeEpisodes(ofNobody)} ${describeGap(gap, 1)}`] : []),
  ];
}

/** Says what an interval leaves out where events are further apart. */
export function describeGap(gap: number | undefined, interval: number): string {
  if (gap === undefined) return `Each event covers ${interval} s. If the player logs more rarely, pass --interval.`;
  const reason = `The events of a session are about ${gap} s apart, but each covers at most ${interval} s.`;
  return `${reason} ${gap > MAX_LIKELY_INTERVAL ? MILLISECONDS : `Pass --interval ${gap} to close the gaps.`}`;
}

function describeEpisodes(episodes: readonly Episode[]): string {
  const [[guid] = ["", undefined]] = episodes;
  const others = episodes.length > 1 ? ` (and of ${formatCount(episodes.length - 1, "other episode")})` : "";
  return `No session of episode ${describeGuid(guid)}${others} is long enough to show at which interval it logs.`;
}

/**
 * Keeps sessions of an episode that are too short to show at which interval they log, until that of the others is known.
 * Takes 16 bytes for an event.
 */
export class OpenSessions {
  /** Of each session: the number of its events, then the second of each, and 1 if the episode plays after it. */
  readonly #numbers: number[] = [];

  get isEmpty(): boolean {
    return this.#numbers.length === 0;
  }

  add(events: readonly ListeningEvent[]): void {
    this.#numbers.push(events.length);
    for (const event of events) this.#numbers.push(Math.floor(event.time), playsAfter(event) ? 1 : 0);
  }

  /** Computes what each session covers. */
  *computeSpans(interval: number): Generator<Span[]> {
    const numbers = this.#numbers.values();
    const next = () => numbers.next().value ?? 0;
    for (let left = this.#numbers.length; left > 0; ) {
      const length = next();
      left -= 1 + 2 * length;
      const events = Array.from({ length }, () => ({ time: next(), event: next() === 1 ? "play" : "pause" }));
      yield computeSpans(events, interval);
    }
  }
}
