import { pMapIterable } from "p-map";
import { loadChartItem } from "../../lib/episode/charts-table.ts";
import { isKey } from "../../lib/item.ts";
import type { Table } from "../../lib/table.ts";
import type { LoadedChart } from "./loaded-chart.ts";
import { readItem } from "./scan-charts.ts";

/** Items that are read at once. */
const CONCURRENCY = 8;

/** Reads the charts of episodes from the table in the order of their GUIDs. Some may have none, or wait for listeners. */
export async function* loadCharts(charts: Table, guids: readonly string[]): AsyncIterable<LoadedChart> {
  const load = async (guid: string): Promise<readonly LoadedChart[]> => {
    const item = isKey(guid) ? await loadChartItem(charts, guid) : undefined;
    const loaded = item ? readItem(item) : [];
    if (loaded.length > 0) return loaded;
    return [{ guid, reason: `The table ${charts.name} has no chart of it.`, isMissing: true }];
  };
  for await (const loaded of pMapIterable(guids, load, { concurrency: CONCURRENCY })) yield* loaded;
}
