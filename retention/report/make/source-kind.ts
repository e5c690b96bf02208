import { max } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import type { Kind } from "../../sources/base/kinds.ts";
import { findKind } from "../../sources/curve/source-facts.ts";

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
