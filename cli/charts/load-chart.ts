import { loadChartItem } from "../../lib/episode/charts-table.ts";
import { findCurve, listCurves } from "../../lib/episode/curves.ts";
import { isKey } from "../../lib/item.ts";
import type { Table } from "../../lib/table.ts";
import { composeCurve, readCurve } from "../../sources/loaded-episode.ts";
import { CommandError } from "../shell/command.ts";
import type { Target } from "../shell/connection.ts";
import { HINTS } from "../shell/hints.ts";
import { describeNoPoints, type ServedChart } from "./client.ts";

/** The table of charts, and what selected it. */
export interface SelectedTable {
  readonly charts: Table;
  readonly target: Target;
}

/**
 * Loads a chart of an episode from the table, as the service answers with it.
 *
 * @param source which of its curves; undefined for the one that the service selects
 * @throws CommandError if there is none, or if it can't be read
 */
export async function loadChart(
  { charts, target }: SelectedTable,
  guid: string,
  source?: string,
): Promise<ServedChart> {
  const item = isKey(guid) ? await loadChartItem(charts, guid) : undefined;
  if (!item)
    throw new CommandError(
      `The table ${charts.name} has no chart of "${guid}". To see those that it has: ${HINTS.listCharts(target)}`,
    );
  const curve = findCurve(item, source);
  if (!curve) throw new CommandError(describeNoPoints(guid, source));
  const read = readCurve(curve);
  if ("reason" in read) throw new CommandError(`${guid}: ${curve.source}: ${read.reason}`);
  return { ...composeCurve(item, curve, read.chart), sources: listCurves(item).map((each) => each.source) };
}
