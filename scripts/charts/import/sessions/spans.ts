import { coverSeconds, type ListeningEvent } from "../../../../lib/listening.ts";

/** Consecutive seconds of an episode, from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Computes the seconds that a session heard, each once: spans in ascending order that neither overlap nor touch.
 *
 * @param interval whole seconds
 */
export function computeSpans(events: readonly ListeningEvent[], interval: number): Span[] {
  const covered: Span[] = [];
  coverSeconds(events, interval, (start, end) => {
    const last = covered.at(-1);
    // Most events follow one another. Joined at once, they need not be sorted.
    if (last && start >= last.start && start <= last.end)
      covered[covered.length - 1] = { start: last.start, end: Math.max(end, last.end) };
    else covered.push({ start, end });
  });
  return merge(covered.sort((one, other) => one.start - other.start));
}

/** Computes how many seconds the spans have from one second to before another. */
export function computeLength(spans: readonly Span[], from: number, to: number): number {
  return spans.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);
}

function merge(sorted: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(span.end, last.end) };
    else merged.push(span);
  }
  return merged;
}
