import { isAmount } from "../../lib/chart.ts";
import { scanItems } from "../../lib/episode/charts-table.ts";
import { findCurve } from "../../lib/episode/curves.ts";
import type { Table } from "../../lib/table.ts";
import { type LoadedEpisode, readCurve, readEpisode } from "./episode-curves.ts";
import type { LoadedChart } from "./loaded-chart.ts";

/** Reads every episode in the table that has a curve, page by page, with all its curves. */
export async function* scanEpisodes(charts: Table): AsyncIterable<LoadedEpisode> {
  for await (const item of scanItems(charts)) {
    const episode = readEpisode(item);
    if (episode.curves.length + episode.problems.length > 0) yield episode;
  }
}

/**
 * Reads the chart of every episode in the table, page by page, with the code that the service answers with: the one that
 * it answers if it is asked for no source. Leaves out episodes without a chart.
 */
export async function* scanCharts(charts: Table): AsyncIterable<LoadedChart> {
  for await (const item of scanItems(charts)) {
    const curve = findCurve(item);
    if (!curve) continue;
    const guid = String(item.guid);
    const { source, listeners } = curve;
    const known = isAmount(listeners) && listeners > 0 ? { source, listeners } : { source };
    yield { guid, ...known, ...readCurve(curve) };
  }
}
