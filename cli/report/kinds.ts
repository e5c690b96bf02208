import { max } from "d3-array";
import type { Chart, Kind } from "../../lib/chart.ts";
import { findSourceFacts } from "../../lib/source-facts.ts";

/** @param highest the curve's highest percentage: only a curve that counts replays passes 100 % */
export function computeKind(source: string | undefined, highest: number): Kind {
  const kind = findSourceFacts(source ?? "")?.kind ?? "unknown";
  return kind === "unknown" && highest > 100 ? "views" : kind;
}

/** Finds the highest percentage of a curve; 0 if it has no points. */
export function findHighest({ data }: Chart): number {
  return max(data, ({ percentage }) => percentage) ?? 0;
}

/** Returns the name of a source for people; one that has none here keeps its own. */
export function nameSource(source: string): string {
  return findSourceFacts(source)?.title ?? source;
}
