import { scanItems } from "../../lib/episode/charts-table.ts";
import type { Item } from "../../lib/item.ts";
import type { Table } from "../../lib/table.ts";
import { readEpisode } from "./episode-curves.ts";
import type { LoadedChart } from "./loaded-chart.ts";

/** Reads the chart of every episode in the table, page by page. Leaves out episodes without a chart. */
export async function* scanCharts(charts: Table): AsyncIterable<LoadedChart> {
  for await (const item of scanItems(charts)) yield* readItem(item);
}

/**
 * Reads the chart of an item, with the curves of its other sources. What is wrong with a broken curve comes by itself.
 *
 * @returns nothing if the episode has no curve
 */
export function readItem(item: Item): readonly LoadedChart[] {
  const { guid, curves, problems } = readEpisode(item);
  const [first, ...others] = curves;
  const broken = problems.map((reason) => ({ guid, reason }));
  return first ? [{ guid, ...first, ...(others.length > 0 && { others }) }, ...broken] : broken;
}
