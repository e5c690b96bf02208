import { type Chart, isAmount } from "../chart.ts";
import type { Item } from "../item.ts";
import type { JsonObject } from "../json.ts";
import { isOwnSource } from "../source.ts";
import { MalformedItemError, readCounts } from "./counted-chart.ts";
import { findShown, listCurves, type StoredCurve } from "./curves.ts";

/** What an export has of an item: everything, or the curves alone, without what only counting needs. */
export type Extent = "all" | "curves";

/**
 * Lists the curves of which an export has a line, in the order of the lines. Undefined stands for a line without a curve:
 * what the collector has counted and not drawn yet, or an episode of which nothing else is known.
 */
export function listExported(item: Item, extent: Extent): (StoredCurve | undefined)[] {
  const curves = listCurves(item);
  const hasOwn = curves.some(({ source }) => isOwnSource(source));
  const isBare = item.counts === undefined ? curves.length === 0 : !hasOwn;
  return isBare && extent === "all" ? [undefined, ...curves] : curves;
}

/**
 * Composes the line of an export for one of an item's curves.
 *
 * @param curve one of those that {@link listExported} lists
 * @param chart the curve, read
 * @throws MalformedItemError
 */
export function composeExported(
  item: Item,
  curve: StoredCurve | undefined,
  chart: Chart | undefined,
  extent: Extent,
): JsonObject {
  const { guid, duration, feeds } = item;
  if (!isAmount(duration)) throw new MalformedItemError(guid, "duration is not a number of seconds");
  return {
    guid,
    duration: chart?.duration ?? duration,
    ...(chart && chart.duration !== duration && { episodeDuration: duration }),
    ...(curve === undefined || isOwnSource(curve.source)
      ? composeOwn(item, curve, extent)
      : { source: curve.source, listeners: curve.listeners, shown: findShown(item, listCurves(item))?.source }),
    ...(feeds instanceof Set && { feeds: [...feeds].sort() }),
    data: chart?.data,
  };
}

/** Composes what goes with the own curve. Its source is what is stored, even an old one that names a platform. */
function composeOwn(item: Item, curve: StoredCurve | undefined, extent: Extent): JsonObject {
  const { source, listeners, counts, drawnListeners, countedUntil } = item;
  if (extent === "curves") return { source, listeners: curve?.listeners };
  if (counts === undefined) return curve ? { source, listeners } : {};
  return { source, listeners, counts: [...readCounts(item)], drawnListeners, countedUntil };
}
