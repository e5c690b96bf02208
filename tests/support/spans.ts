import { visitSpans } from "../../lib/collector/packed-spans.ts";
import type { Span } from "../../lib/spans.ts";

/** Unpacks the spans of a listen. */
export function unpackSpans(packed: unknown): Span[] {
  const spans: Span[] = [];
  visitSpans(packed as Uint8Array, (start, end) => spans.push({ start, end }) > 0);
  return spans;
}
