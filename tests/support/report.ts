import type { Chart } from "../../lib/chart.ts";
import { buildBundle } from "../../scripts/charts/report/bundle.ts";
import { computeEntry } from "../../scripts/charts/report/data.ts";
import type { EpisodeName } from "../../scripts/charts/report/names.ts";
import { drawPage } from "../../scripts/charts/report/page.ts";
import { saveWhole } from "../../scripts/charts/report/save.ts";

/** Makes a report of charts, and of what a feed says of them, in their order. */
export async function saveReport(
  file: string,
  charts: readonly Chart[],
  names: readonly EpisodeName[] = [],
): Promise<void> {
  const entries = charts.map((chart, index) => computeEntry(chart, names[index]));
  const heading = { title: "A report", madeAt: new Date("2026-11-21T00:00:00Z") };
  await saveWhole(file, drawPage(heading, entries, await buildBundle()));
}

/** A curve of an hour at a point a second, which falls from one percentage to another at a time, in a second. */
export function makeChart(guid: string, from: number, to: number, at: number, duration = 3_600): Chart {
  const data = Array.from({ length: duration }, (_, time) => ({ time, percentage: time < at ? from : to }));
  return { guid, duration, data };
}
