import { pMapIterable } from "p-map";
import { loadChartItem } from "../../lib/episode/charts-table.ts";
import { isWaiting } from "../../lib/episode/item.ts";
import { isKey } from "../../lib/item.ts";
import type { Table } from "../../lib/table.ts";
import type { LoadedChart } from "./loaded-chart.ts";
import { readItem } from "./scan-charts.ts";

/** Items that are read at once. */
const CONCURRENCY = 8;

/** Reads the charts of episodes from the table in the order of their GUIDs. Some may have none, or wait for listeners. */
export function loadCharts(charts: Table, guids: readonly string[]): AsyncIterable<LoadedChart> {
  const load = async (guid: string): Promise<LoadedChart> => {
    const item = isKey(guid) ? await loadChartItem(charts, guid) : undefined;
    if (item && !isWaiting(item)) return readItem(item);
    return { guid, reason: `The table ${charts.name} has no chart of it.`, isMissing: true };
  };
  return pMapIterable(guids, load, { concurrency: CONCURRENCY });
}
