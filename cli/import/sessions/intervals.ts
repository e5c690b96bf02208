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
    const gaps = findGaps(events);
    if (gaps.length < MIN_GAPS) {
      for (const gap of gaps) increase(this.#gaps, gap);
      return undefined;
    }
    const interval = computeInterval(gaps);
    increase(this.#sessions, interval);
    return interval;
  }

  /** The interval of most sessions; undefined if no session shows one that a player may have. */
  get mostCommon(): number | undefined {
    return this.#sortByNumber().find(([interval]) => interval <= MAX_LIKELY_INTERVAL)?.[0];
  }

  /** The median gap of sessions with few gaps; undefined if there is none. */
  get medianGap(): number | undefined {
    const gaps = [...this.#gaps].sort(([one], [other]) => one - other);
    let left = gaps.reduce((sum, [, count]) => sum + count, 0) / 2;
    return gaps.find(([, count]) => {
      left -= count;
      return left <= 0;
    })?.[0];
  }

  /** Describes them, the most common first: `10 s (80 sessions), 1 s (20 sessions)`. Empty if there are none. */
  describe(): string {
    const named = this.#sortByNumber().map(
      ([interval, count]) => `${interval} s (${count} ${count === 1 ? "session" : "sessions"})`,
    );
    const others = named.splice(MAX_NAMED).length;
    return [...named, ...(others > 0 ? [`${others} other intervals`] : [])].join(", ");
  }

  #sortByNumber(): [interval: number, sessions: number][] {
    return [...this.#sessions].sort(([, one], [, other]) => other - one);
  }
}

function findGaps(events: readonly ListeningEvent[]): number[] {
  return events.flatMap((event, index) => {
    const next = events[index + 1];
    const gap = next?.event === "play" ? Math.floor(next.time) - Math.floor(event.time) : 0;
    return gap > 0 && playsAfter(event) ? [gap] : [];
  });
}

/** Computes the lower median, or a second more if the player logs between two whole seconds: 1.25 gives 1, 1, 1 and 2. */
function computeInterval(gaps: readonly number[]): number {
  const median = gaps.toSorted((one, other) => one - other)[Math.ceil(gaps.length / 2) - 1] ?? 0;
  const longer = gaps.filter((gap) => gap === median + 1).length;
  return longer >= MIN_LONGER * gaps.length ? median + 1 : median;
}

function increase(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
