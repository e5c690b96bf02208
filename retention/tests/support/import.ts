import { gunzipSync } from "node:zlib";
import { findCurve, listCurves } from "../../../lib/episode/curves.ts";
import type { Outcome } from "../../../tests/support/process.ts";
import { readChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "./command.ts";

export async function importFiles(...args: string[]): Promise<Outcome> {
  return runCommand("charts", ["import", ...args]);
}

/** Composes a line of a listening session that plays at some seconds (default: at the beginning). */
export function composeSession(episodeGUID: string, times: readonly number[] = [0], more: object = {}): string {
  const data = times.map((time) => ({ time, event: "play" }));
  return `${JSON.stringify({ ...more, episodeGUID, data })}\n`;
}

/** Loads the chart of an episode from the table, as the service selects it; undefined if there is none. */
export async function readChart(guid: string): Promise<unknown> {
  const item = (await readChartItem(guid)) ?? {};
  const chart = findCurve(item, listCurves(item))?.attributes.chart;
  return chart && JSON.parse(gunzipSync(chart as Uint8Array).toString());
}
