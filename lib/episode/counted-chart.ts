import { isAmount, MAX_JSON_BYTES } from "../chart.ts";
import type { Item } from "../item.ts";
import { asRead, type Update } from "./conditional-update.ts";
import { computeCountsEnd, drawCounts, findPeak, MalformedItemError, packCounts, readCounts } from "./counts.ts";
import { tryReadCurve } from "./decoded-curve.ts";
import { countDrawn, isCollected } from "./item-state.ts";
import { LimitError, type PackedChart, packChart } from "./packed-chart.ts";

/**
 * The attributes of a drawing in a chart's item: those of a packed chart but for its GUID, and the listeners in it.
 *
 * Beside them, the collector keeps `counts` (see `packCounts` and `computeCountsEnd`), `listeners` (never fewer than the highest
 * count before the end), `countedUntil`, which is the last window in the counts, and as the chart's `source` its own name.
 */
type Drawing = Omit<PackedChart, "guid"> & { readonly drawnListeners: number };

/** The bytes of a point's JSON, at least: `{"time":0,"percentage":0}`. */
const MIN_POINT_BYTES = 25;

/** The listening to one episode in one window. */
interface WindowCounts {
  readonly guid: string;
  readonly window: string;
  /** The listeners of each second. */
  readonly counts: Uint32Array;
  /** The listeners by the first second that they heard. */
  readonly firsts: Uint32Array;
}

/**
 * How many listeners a chart needs to be drawn: a drawing of one listener, or the difference of two drawings, would be
 * personal. Nobody can tell whether listeners of two windows are the same person, so many more are needed of several.
 */
export interface Threshold {
  /** New ones in one window. */
  readonly inWindow: number;
  /** Or so many in all that are not drawn yet. */
  readonly inAll: number;
}

/**
 * Computes the changes that add a window to an item's counts. Somebody who heard nothing before the end of the episode is
 * no listener, but what they heard counts: the feed may correct the duration.
 *
 * @throws MalformedItemError
 * @throws LimitError if the drawing is too long
 */
export function addTally(item: Item, tally: WindowCounts, threshold: Threshold): Update {
  const { duration, listeners = 0 } = item;
  if (!isAmount(duration) || !isAmount(listeners))
    throw new MalformedItemError("numbers", tally.guid, "duration or listeners is not a number");
  const counts = addCounts(readCounts(item), tally.counts).subarray(0, computeCountsEnd(duration));
  const added = tally.firsts.subarray(0, Math.ceil(duration)).reduce((sum, count) => sum + count, 0);
  const total = Math.max(listeners + added, findPeak(counts, duration));
  const drawnListeners = countDrawn(item, listeners);
  const changes = {
    counts: packCounts(counts),
    listeners: total,
    countedUntil: tally.window,
    drawnListeners,
    source: "collector",
  };
  const isDrawn = added >= threshold.inWindow || total - drawnListeners >= threshold.inAll;
  const set = isDrawn ? { ...changes, ...draw(tally.guid, duration, counts, total) } : changes;
  return { guid: tally.guid, set, conditions: [asRead(item)] };
}

/**
 * Computes the change that corrects the duration of an item that was not imported. Draws the curve again if that shows
 * nobody new. Otherwise the next fold that draws does.
 *
 * @param duration seconds
 * @throws MalformedItemError
 * @throws LimitError if the drawing is too long
 */
export function correctDuration(item: Item, duration: number): Update {
  const { guid, listeners = 0 } = item;
  const counts = readCounts(item);
  const total = Math.max(Number(listeners), findPeak(counts, duration));
  const drawnListeners = countDrawn(item, Number(listeners));
  const isDrawn = drawnListeners === total && showsAll(item, counts.subarray(0, Math.ceil(duration)));
  const raised = total > Number(listeners) ? { listeners: total, drawnListeners } : {};
  const set = isDrawn ? draw(String(guid), duration, counts, total) : { duration, ...raised };
  return { guid, set: { ...set }, conditions: [asRead(item)] };
}

/** Checks whether the drawing of an item shows all counts, or the collector did not count what lies beyond it. */
function showsAll(item: Item, counts: Uint32Array): boolean {
  if (item.chart === undefined) return false;
  if (!isCollected(item)) return true;
  return counts.subarray(Math.ceil(tryReadCurve(item)?.duration ?? 0)).every((count) => count === 0);
}

function draw(guid: string, duration: number, counts: Uint32Array, listeners: number): Drawing {
  // An item's duration may be any number, and a curve of so many points does not fit into memory.
  const bytes = MIN_POINT_BYTES * Math.ceil(duration);
  if (bytes > MAX_JSON_BYTES) {
    const megabytes = Math.ceil(bytes / 1e5) / 10;
    throw new LimitError(bytes, MAX_JSON_BYTES, `The chart is at least ${megabytes} MB of JSON; the limit is 5 MB.`);
  }
  const { guid: _, ...drawing } = packChart(drawCounts(guid, duration, counts), new Date());
  return { ...drawing, drawnListeners: listeners };
}

/**
 * Computes how much of an episode a listener heard on average: the sum of the counts before its end, by listeners. The peak
 * of a curve says less: it may be the moment at which half of them were there.
 *
 * @param duration seconds
 * @returns seconds; undefined if listeners were not counted
 * @throws MalformedItemError if the counts can't be unpacked
 */
export function computeHeard(item: Item, duration: number): number | undefined {
  const { listeners, counts } = item;
  if (counts === undefined || !isAmount(listeners) || listeners === 0) return undefined;
  const end = Math.ceil(duration);
  return (
    readCounts(item)
      .subarray(0, end)
      .reduce((sum, count) => sum + count, 0) / listeners
  );
}

function addCounts(one: Uint32Array, other: Uint32Array): Uint32Array {
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  return long.map((count, second) => count + (short[second] ?? 0));
}
