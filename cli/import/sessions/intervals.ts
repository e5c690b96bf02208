import { type ListeningEvent, playsAfter } from "../../../lib/listening-events.ts";

/** Gaps that show at which interval a session logs. Fewer may be pauses, or jumps that were logged as `play`. */
const MIN_GAPS = 3;

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
   * Finds the interval of a session: the lower median of the whole seconds from a `play` or `seek` to a later `play`.
   *
   * @returns undefined if it has fewer than three of them
   */
  add(events: readonly ListeningEvent[]): number | undefined {
    const gaps = findGaps(events);
    if (gaps.length < MIN_GAPS) for (const gap of gaps) increase(this.#gaps, gap);
    else increase(this.#sessions, computeMedian(gaps));
    return gaps.length < MIN_GAPS ? undefined : computeMedian(gaps);
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

/** Computes the lower median. */
function computeMedian(gaps: readonly number[]): number {
  return gaps.toSorted((one, other) => one - other)[Math.ceil(gaps.length / 2) - 1] ?? 0;
}

function increase(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
