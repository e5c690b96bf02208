import { gunzipSync } from "node:zlib";
import { type Outcome, runCommand } from "./command.ts";
import { readChartItem } from "./tables.ts";

export async function importFiles(...args: string[]): Promise<Outcome> {
  return runCommand("charts", ["import", ...args]);
}

/** Loads the chart of an episode from the table; undefined if there is none. */
export async function readChart(guid: string): Promise<unknown> {
  const item = await readChartItem(guid);
  return item && JSON.parse(gunzipSync(item.chart as Uint8Array).toString());
}
