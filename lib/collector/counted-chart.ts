import { isAmount } from "../chart.ts";
import { computeChart, packCounts, unpackCounts } from "../counts.ts";
import type { Item } from "../item.ts";
import { type PackedChart, packChart } from "../packed-chart.ts";
import type { Condition } from "./tables.ts";
import type { Tally } from "./tally.ts";

/** The attributes of a chart's item that the collector keeps, beside those of a packed chart. */
export interface CountedChart extends Partial<PackedChart> {
  /** See `packCounts`. Never cut at the duration, which a feed may correct later. */
  readonly counts: Uint8Array;
  readonly listeners: number;
  /** The last window in the counts. */
  readonly countedUntil: string;
  /** The listeners in the drawing. */
  readonly drawnListeners?: number;
}

/** Checks whether an item holds a chart that was not counted, such as a platform's curve: it stays as it is. */
export function isImported({ chart, data, counts }: Item): boolean {
  return counts === undefined && (chart !== undefined || (Array.isArray(data) && data.length > 0));
}

/** Checks whether a window is in an item's counts already. */
export function isCounted({ countedUntil }: Item, window: string): boolean {
  return countedUntil !== undefined && String(countedUntil) >= window;
}

/**
 * Computes the changes that add a window to an item's counts. The chart is drawn only once enough listeners are new: a
 * drawing of one listener, or the difference of two drawings, would be personal.
 *
 * @throws TypeError if the item is malformed
 * @throws LimitError if the drawing is too long
 */
export function addTally(item: Item, tally: Tally, minListeners: number, now: Date): CountedChart {
  const { duration, listeners = 0 } = item;
  if (!isAmount(duration) || !isAmount(listeners))
    throw new TypeError(
      `The chart item of ${JSON.stringify(tally.guid)} is malformed: duration or listeners is not a number.`,
    );
  const counts = addCounts(readCounts(item), tally.counts);
  const total = listeners + tally.listeners;
  const changes = { counts: packCounts(counts), listeners: total, countedUntil: tally.window };
  if (total - countDrawn(item, listeners) < minListeners) return changes;
  const { guid: _, duration: __, ...drawing } = drawCounts(tally.guid, duration, counts, now);
  return { ...changes, ...drawing, drawnListeners: total };
}

/** Draws the chart of an episode from counts of any length. */
export function drawCounts(guid: string, duration: number, counts: Uint32Array, now: Date): PackedChart {
  const seconds = new Uint32Array(Math.ceil(duration));
  seconds.set(counts.subarray(0, seconds.length));
  return packChart(computeChart(guid, duration, seconds), now);
}

/**
 * Composes the condition that an item has not changed since it was read, as far as a fold depends on it. An attribute
 * that was absent must still be.
 */
export function composeUnchanged(item: Item): Condition {
  const parts = ["attribute_exists(guid)"];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const name of ["updatedAt", "countedUntil", "duration"]) {
    names[`#${name}`] = name;
    if (item[name] === undefined) parts.push(`attribute_not_exists(#${name})`);
    else {
      parts.push(`#${name} = :${name}`);
      values[`:${name}`] = item[name];
    }
  }
  for (const name of ["data", "chart", "counts"]) {
    names[`#${name}`] = name;
    parts.push(`attribute_${item[name] === undefined ? "not_exists" : "exists"}(#${name})`);
  }
  return { expression: parts.join(" AND "), names, values };
}

/**
 * Returns the counts of an item; none if it has none yet.
 *
 * @throws TypeError if they are malformed
 */
export function readCounts({ guid, counts }: Item): Uint32Array {
  if (counts === undefined) return new Uint32Array();
  try {
    if (counts instanceof Uint8Array) return unpackCounts(counts);
    throw new TypeError("The attribute counts is not binary.");
  } catch (cause) {
    throw new TypeError(`The chart item of ${JSON.stringify(guid)} is malformed: counts can't be unpacked.`, { cause });
  }
}

/** Counts the listeners in the drawing. An import of sessions draws all of its listeners. */
function countDrawn({ chart, drawnListeners }: Item, listeners: number): number {
  if (drawnListeners !== undefined) return Number(drawnListeners);
  return chart === undefined ? 0 : listeners;
}

function addCounts(one: Uint32Array, other: Uint32Array): Uint32Array {
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  return long.map((count, second) => count + (short[second] ?? 0));
}
