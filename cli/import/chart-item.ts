import type { PackedChart } from "../../lib/packed-chart.ts";

/** What is known of a chart besides its curve. */
export interface Known {
  /** Where it is from: `own`, `sessions`, `collector`, or the name of a format. */
  readonly source: string;
  /** Listeners behind the curve. */
  readonly listeners?: number;
  /** The listeners of each second, packed. The collector adds to them. */
  readonly counts?: Uint8Array;
  /** Listeners in the curve, if the collector has drawn it. */
  readonly drawnListeners?: number;
  /** The last window in the counts, if the collector has added one. */
  readonly countedUntil?: string;
}

/** The names of all of that. */
export const KNOWN: readonly (keyof Known)[] = ["source", "listeners", "counts", "drawnListeners", "countedUntil"];

/** A chart's item as an import writes it. The collector may not have drawn its curve yet. */
export type ChartItem = (PackedChart | Pick<PackedChart, "guid" | "duration">) & Known;

/** At most as many bytes as DynamoDB counts for a number. */
const NUMBER_BYTES = 21;

/** Computes how much an item has besides a packed chart, in bytes: names and values. */
export function computeKnownBytes(known: Known): number {
  return Object.entries(known).reduce((sum, [name, value]) => sum + name.length + computeValueBytes(value), 0);
}

function computeValueBytes(value: string | number | Uint8Array): number {
  if (typeof value === "number") return NUMBER_BYTES;
  return typeof value === "string" ? Buffer.byteLength(value) : value.length;
}
