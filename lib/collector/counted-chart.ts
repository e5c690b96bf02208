import { isAmount, MAX_JSON_BYTES } from "../chart.ts";
import { computeChart, packCounts, unpackCounts } from "../counts.ts";
import type { Item } from "../item.ts";
import { LimitError, type PackedChart, packChart } from "../packed-chart.ts";
import type { ItemChange } from "./item-change.ts";
import type { Tally } from "./tally.ts";

/**
 * The attributes of a drawing in a chart's item: those of a packed chart but for its GUID, and the listeners in it.
 *
 * Beside them, the collector keeps `counts` (see `packCounts`; never cut at the duration, which a feed may correct later),
 * `listeners`, `countedUntil`, which is the last window in the counts, and as the chart's `source` its own name.
 */
type Drawing = Omit<PackedChart, "guid"> & { readonly drawnListeners: number };

/** The bytes of a point's JSON, at least: `{"time":0,"percentage":0}`. */
const MIN_POINT_BYTES = 25;

/** Thrown for a chart's item that can't be counted in as it is. */
export class MalformedItemError extends Error {
  override readonly name = "MalformedItemError";

  constructor(guid: unknown, problem: string, options?: ErrorOptions) {
    super(`The chart item of ${JSON.stringify(guid)} is malformed: ${problem}.`, options);
  }
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
 * @throws MalformedItemError
 * @throws LimitError if the drawing is too long
 */
export function addTally(item: Item, tally: Tally, minListeners: number): ItemChange {
  const { duration, listeners = 0 } = item;
  if (!isAmount(duration) || !isAmount(listeners))
    throw new MalformedItemError(tally.guid, "duration or listeners is not a number");
  const counts = addCounts(readCounts(item), tally.counts);
  const total = listeners + tally.listeners;
  const drawnListeners = countDrawn(item, listeners);
  const changes = {
    counts: packCounts(counts),
    listeners: total,
    countedUntil: tally.window,
    drawnListeners,
    source: "collector",
  };
  const isDrawn = total - drawnListeners >= minListeners;
  return { item, changes: isDrawn ? { ...changes, ...draw(tally.guid, duration, counts, total) } : changes };
}

/**
 * Computes the change that corrects the duration of an item that was not imported. A drawing is drawn again.
 *
 * @param duration seconds
 * @throws MalformedItemError
 * @throws LimitError if the drawing is too long
 */
export function correctDuration(item: Item, duration: number): ItemChange {
  const { guid, chart, listeners = 0 } = item;
  if (chart === undefined) return { item, changes: { duration } };
  return { item, changes: { ...draw(String(guid), duration, readCounts(item), Number(listeners)) } };
}

function draw(guid: string, duration: number, counts: Uint32Array, listeners: number): Drawing {
  // An item's duration may be any number, and a curve of so many points does not fit into memory.
  const bytes = MIN_POINT_BYTES * Math.ceil(duration);
  if (bytes > MAX_JSON_BYTES) {
    const megabytes = Math.ceil(bytes / 1e5) / 10;
    throw new LimitError(bytes, MAX_JSON_BYTES, `The chart is at least ${megabytes} MB of JSON; the limit is 5 MB.`);
  }
  const seconds = new Uint32Array(Math.ceil(duration));
  seconds.set(counts.subarray(0, seconds.length));
  const { guid: _, ...drawing } = packChart(computeChart(guid, duration, seconds), new Date());
  return { ...drawing, drawnListeners: listeners };
}

/**
 * Returns the counts of an item; none if it has none yet.
 *
 * @throws MalformedItemError if they can't be unpacked
 */
function readCounts({ guid, counts }: Item): Uint32Array {
  if (counts === undefined) return new Uint32Array();
  try {
    if (counts instanceof Uint8Array) return unpackCounts(counts);
    throw new TypeError("The attribute counts is not binary.");
  } catch (cause) {
    throw new MalformedItemError(guid, "counts can't be unpacked", { cause });
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
