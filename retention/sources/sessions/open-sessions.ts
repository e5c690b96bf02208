import { computeSpans, type ListeningEvent, playsAfter } from "../../../lib/listening-events.ts";
import type { Span } from "../../../lib/spans.ts";

/**
 * Keeps sessions of an episode that are too short to show at which interval they log, until that of the others is known.
 * Takes 16 bytes for an event.
 */
export class OpenSessions {
  /**
   * Of each session: the number of its events, then the second of each, and 1 if the episode plays after it. A session with `play`
   * at 0 and `pause` at 90 is 2, 0, 1, 90, 0.
   */
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
