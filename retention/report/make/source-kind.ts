import { max } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import { isSource } from "../../../lib/source.ts";
import type { Kind } from "../../sources/base/kinds.ts";
import { findKind, findSourceFacts, SOURCE_FACTS } from "../../sources/formats/source-facts.ts";

/**
 * Computes what 100 % is in a curve. Where the source does not say it, the curve may: only one that counts replays passes
 * 100 %, and one of counted listeners has its peak there.
 *
 * @param highest the curve's highest percentage
 * @param listeners undefined if they were not counted
 */
export function computeKind(source: string | undefined, highest: number, listeners?: number): Kind {
  const kind = findKind(source ?? "");
  if (kind !== "unknown") return kind;
  if (highest > 100) return "views";
  return listeners !== undefined && highest === 100 ? "peak" : "unknown";
}

/** Finds the highest percentage of a curve; 0 if it has no points. */
export function findHighest({ data }: Chart): number {
  return max(data, ({ percentage }) => percentage) ?? 0;
}

const TITLES = new Set(Object.values(SOURCE_FACTS).map(({ title }) => title));

/** Checks whether a value is what {@link nameSource} may return. */
export function isSourceName(value: unknown): value is string {
  return isSource(value) || (typeof value === "string" && TITLES.has(value));
}

/** Returns the name of a source for people; one that has none here keeps its own. */
export function nameSource(source: string): string {
  return findSourceFacts(source)?.title ?? source;
}
