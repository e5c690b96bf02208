import { sum } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { type ListeningEvent, playsAfter } from "../../../lib/listening-events.ts";

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
