import type { Kind } from "../../lib/chart.ts";
import { findSourceFacts } from "../../lib/source-facts.ts";

/** @param highest the curve's highest percentage: only a curve that counts replays passes 100 % */
export function computeKind(source: string | undefined, highest: number): Kind {
  const kind = findSourceFacts(source ?? "")?.kind ?? "unknown";
  return kind === "unknown" && highest > 100 ? "views" : kind;
}

/** Returns the name of a source for people; one that has none here keeps its own. */
export function nameSource(source: string): string {
  return findSourceFacts(source)?.title ?? source;
}
