import { GetCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import { isAmount } from "../../lib/chart.ts";
import { answerChart } from "../../lib/chart-answer.ts";
import { HttpError } from "../../lib/errors.ts";
import type { Item } from "../../lib/item.ts";
import type { Connection } from "../shell/connection.ts";
import { tryParseChart } from "./client.ts";
import type { LoadedChart, Provenance } from "./loaded-chart.ts";

/**
 * Reads every chart in the table, page by page, with the code that the service answers with. Leaves out episodes that are
 * registered, and have no chart yet.
 */
export async function* scanCharts(connection: Connection): AsyncIterable<LoadedChart> {
  for await (const item of scanItems(connection)) if (!isWaiting(item)) yield readItem(item);
}

/** Loads an episode's item with a consistent read. */
export async function loadItem({ client, chartsTable }: Connection, guid: string): Promise<Item | undefined> {
  const command = new GetCommand({ TableName: chartsTable, Key: { guid }, ConsistentRead: true });
  return (await client.send(command)).Item;
}

/** Reads every item of the table, page by page. */
export async function* scanItems({ client, chartsTable }: Connection): AsyncIterable<Item> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: chartsTable })) yield* Items;
}

/** Checks whether an episode waits for listeners: it is registered, and the collector has drawn no chart of it yet. */
export function isWaiting({ duration, chart, data }: Item): boolean {
  return isAmount(duration) && chart === undefined && data === undefined;
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
function readProvenance({ listeners, drawnListeners = listeners, source }: Item): Provenance {
  return {
    ...(isAmount(drawnListeners) && drawnListeners > 0 && { listeners: drawnListeners }),
    ...(typeof source === "string" && source !== "" && { source }),
  };
}
