import { isAmount } from "../chart.ts";
import type { Item } from "../item.ts";
import type { PackedChart } from "./packed-chart.ts";

/** What the item of an episode says of its chart besides the curve. */
export interface Provenance {
  /** Where the chart is from: `own`, `sessions`, `collector`, or the name of a format. */
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

/** The names of all of that: the keys of an object, so that the compiler sees it if one is missing. */
const PROVENANCE_NAMES: Readonly<Record<keyof Provenance, true>> = {
  source: true,
  listeners: true,
  counts: true,
  drawnListeners: true,
  countedUntil: true,
};

export const PROVENANCE: readonly string[] = Object.keys(PROVENANCE_NAMES);

/** What a list of episodes shows of each. */
export const SUMMARY = ["guid", "duration", "listeners", "source", "points", "updatedAt"] as const;

/** An episode's item as an import writes it. The collector may not have drawn its curve yet. */
export type ChartItem = (PackedChart | Pick<PackedChart, "guid" | "duration">) & Provenance;

/** An episode's item before its first listeners. */
export interface RegisteredItem {
  readonly guid: string;
  /** Seconds. */
  readonly duration: number;
  /** What tells the feed that registered it from others. An episode of another feed may have the same GUID by mistake. */
  readonly feeds?: ReadonlySet<string>;
}

/** Checks whether an episode waits for listeners: it is registered, and the collector has drawn no chart of it yet. */
export function isWaiting({ duration, chart, data }: Item): boolean {
  return isAmount(duration) && chart === undefined && data === undefined;
}

/** Checks whether an item holds a chart that was not counted, such as a platform's curve: it stays as it is. */
export function isImported({ chart, data, counts }: Item): boolean {
  return counts === undefined && (chart !== undefined || (Array.isArray(data) && data.length > 0));
}

/** Checks whether the collector has added a window to an item's counts. */
export function isCollected({ countedUntil }: Partial<Provenance>): boolean {
  return countedUntil !== undefined;
}

/** Checks whether a window is in an item's counts already. */
export function isCounted({ countedUntil }: Item, window: string): boolean {
  return countedUntil !== undefined && String(countedUntil) >= window;
}

/** Counts the listeners in the drawing. An import of sessions draws all of its listeners. */
export function countDrawn({ chart, drawnListeners }: Item, listeners: number): number {
  if (drawnListeners !== undefined) return Number(drawnListeners);
  return chart === undefined ? 0 : listeners;
}

/** Tells two states of an item apart. */
export function computeVersion({ updatedAt, countedUntil, duration }: Item): string {
  return JSON.stringify([updatedAt, countedUntil, duration]);
}

/** At most as many bytes as DynamoDB counts for a number. */
const NUMBER_BYTES = 21;

/** Computes how much an item has besides a packed chart, in bytes: names and values. */
export function computeProvenanceBytes(provenance: Provenance): number {
  return Object.entries(provenance).reduce((sum, [name, value]) => sum + name.length + computeValueBytes(value), 0);
}

function computeValueBytes(value: string | number | Uint8Array): number {
  if (typeof value === "number") return NUMBER_BYTES;
  return typeof value === "string" ? Buffer.byteLength(value) : value.length;
}
