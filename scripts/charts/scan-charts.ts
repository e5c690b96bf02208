import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { answerChart } from "../../lib/chart-answer.ts";
import { HttpError } from "../../lib/errors.ts";
import type { Item } from "../../lib/item.ts";
import type { Connection } from "../cli/connection.ts";
import { tryParseChart } from "./client.ts";
import type { LoadedChart } from "./loaded-chart.ts";

/** Reads every chart of the table, page by page, as the service reads and answers it. */
export async function* scanCharts({ client, chartsTable }: Connection): AsyncIterable<LoadedChart> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: chartsTable })) {
    for (const item of Items) yield parseItem(item);
  }
}

function parseItem(item: Item): LoadedChart {
  const guid = String(item.guid);
  try {
    const chart = tryParseChart(JSON.parse(answerChart(item, false).body ?? ""));
    return chart ? { guid, chart } : { guid, reason: "Its item holds something that is no chart" };
  } catch (error) {
    // What would be a 404 or a 500 of the service.
    if (error instanceof HttpError || error instanceof TypeError || error instanceof SyntaxError)
      return { guid, reason: error.message };
    throw error;
  }
}
