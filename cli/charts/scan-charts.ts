import { isAmount } from "../../lib/chart.ts";
import { scanItems } from "../../lib/episode/charts-table.ts";
import { findCurve, listCurves, type StoredCurve } from "../../lib/episode/curves.ts";
import type { Item } from "../../lib/item.ts";
import type { Table } from "../../lib/table.ts";
import { readCurve } from "./episode-curves.ts";
import type { LoadedChart, LoadedCurve } from "./loaded-chart.ts";

/** Reads the chart of every episode in the table, page by page. Leaves out episodes without a chart. */
export async function* scanCharts(charts: Table): AsyncIterable<LoadedChart> {
  for await (const item of scanItems(charts)) yield* readItem(item);
}

/**
 * Reads the curves of an item with the code that the service answers with: the one that it answers if it is asked for no
 * source, with those of other sources. A broken one comes by itself, with what is wrong.
 *
 * @returns nothing if the episode has no curve
 */
export function readItem(item: Item): readonly LoadedChart[] {
  const guid = String(item.guid);
  const shown = findCurve(item);
  const stored = listCurves(item).sort(
    (one, other) => Number(other.source === shown?.source) - Number(one.source === shown?.source),
  );
  const curves: LoadedCurve[] = [];
  const broken: LoadedChart[] = [];
  for (const curve of stored) {
    const read = readCurve(curve);
    if ("chart" in read) curves.push({ ...describe(curve), ...read });
    else broken.push({ guid, ...read });
  }
  const [first, ...others] = curves;
  return first ? [{ guid, ...first, ...(others.length > 0 && { others }) }, ...broken] : broken;
}

function describe({ source, listeners }: StoredCurve): Omit<LoadedCurve, "chart"> {
  return isAmount(listeners) && listeners > 0 ? { source, listeners } : { source };
}
