/** Consecutive seconds of an episode: a half-open interval of whole seconds from its start. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Merges spans that overlap or touch. Returns them in ascending order. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(span.end, last.end) };
    else merged.push(span);
  }
  return merged;
}

/** Counts the seconds that merged spans cover from one second to before another. */
export function countSeconds(spans: readonly Span[], from: number, to: number): number {
  return spans.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);
}
