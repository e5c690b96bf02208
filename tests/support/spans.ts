import { visitSpans } from "../../lib/collector/packed-spans.ts";
import type { Span } from "../../lib/spans.ts";

/** Lists the seconds of an episode of which spans, which may have fractions, cover some part; in ascending order. */
export function listSeconds(spans: readonly Span[]): number[] {
  const seconds = new Set<number>();
  for (const { start, end } of spans) for (let second = Math.floor(start); second < end; second++) seconds.add(second);
  return [...seconds].sort((one, other) => one - other);
}

/** Lists the whole seconds of half-open intervals. */
export function range(...ends: readonly (readonly [start: number, end: number])[]): number[] {
  return listSeconds(ends.map(([start, end]) => ({ start, end })));
}

/** Unpacks the spans of a listen. */
export function unpackSpans(packed: unknown): Span[] {
  const spans: Span[] = [];
  visitSpans(packed as Uint8Array, (start, end) => spans.push({ start, end }) > 0);
  return spans;
}
