import { pMapIterable } from "p-map";
import { loadChartItem, scanItems } from "../../lib/episode/charts-table.ts";
import { isKey } from "../../lib/item.ts";
import type { Table } from "../../lib/table.ts";
import { type LoadedEpisode, readEpisode } from "../../sources/loaded-episode.ts";

/** Items that are read, or deleted, at once. */
export const ITEMS_AT_ONCE = 8;

/** Reads episodes from the table in the order of their GUIDs. Some may have no curve, or wait for listeners. */
export function readEpisodes(charts: Table, guids: readonly string[]): AsyncIterable<LoadedEpisode> {
  const load = async (guid: string): Promise<LoadedEpisode> => {
    const item = isKey(guid) ? await loadChartItem(charts, guid) : undefined;
    const episode = item && readEpisode(item);
    if (episode && hasContent(episode)) return episode;
    return { guid, curves: [], problems: [`The table ${charts.name} has no chart of it.`], isMissing: true };
  };
  return pMapIterable(guids, load, { concurrency: ITEMS_AT_ONCE });
}

/** Reads every episode in the table, page by page. Leaves out those without a curve. */
export async function* scanEpisodes(charts: Table): AsyncIterable<LoadedEpisode> {
  for await (const item of scanItems(charts)) {
    const episode = readEpisode(item);
    if (hasContent(episode)) yield episode;
  }
}

function hasContent({ curves, problems }: LoadedEpisode): boolean {
  return curves.length > 0 || problems.length > 0;
}
