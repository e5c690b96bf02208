import { isAmount } from "../../lib/chart.ts";
import { answerChart } from "../../lib/episode/chart-answer.ts";
import { scanItems } from "../../lib/episode/charts-table.ts";
import { isWaiting, type Provenance } from "../../lib/episode/item.ts";
import { HttpError } from "../../lib/errors.ts";
import type { Item } from "../../lib/item.ts";
import type { Table } from "../../lib/table.ts";
import { tryParseChart } from "./client.ts";
import type { LoadedChart } from "./loaded-chart.ts";

/**
 * Reads every chart in the table, page by page, with the code that the service answers with. Leaves out episodes that are
 * registered, and have no chart yet.
 */
export async function* scanCharts(charts: Table): AsyncIterable<LoadedChart> {
  for await (const item of scanItems(charts)) if (!isWaiting(item)) yield readItem(item);
}

/** Reads the chart of an item. */
export function readItem(item: Item): LoadedChart {
  const guid = String(item.guid);
  try {
    const chart = tryParseChart(JSON.parse(answerChart(item, false).body ?? ""));
    return chart
      ? { guid, chart, ...readProvenance(item) }
      : { guid, reason: "The item does not hold a chart. Import a chart to replace it." };
  } catch (error) {
    // The service would answer 404, 500, or a broken body.
    if (error instanceof TypeError) return { guid, reason: error.message };
    if (error instanceof HttpError || error instanceof SyntaxError)
      return { guid, reason: `${error.message}. Import a chart to replace it.` };
    throw error;
  }
}

/** Reads what is known of a curve. What the collector has counted since it last drew the curve is not in the curve. */
function readProvenance({
  listeners,
  drawnListeners = listeners,
  source,
}: Item): Partial<Pick<Provenance, "listeners" | "source">> {
  return {
    ...(isAmount(drawnListeners) && drawnListeners > 0 && { listeners: drawnListeners }),
    ...(typeof source === "string" && source !== "" && { source }),
  };
}
