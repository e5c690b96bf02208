import type { Chart } from "../../lib/chart.ts";
import { bundlePage } from "../../scripts/charts/report/bundle.ts";
import { computeEntry } from "../../scripts/charts/report/data.ts";
import type { EpisodeName } from "../../scripts/charts/report/names.ts";
import { drawPage } from "../../scripts/charts/report/page.ts";
import { saveAtomically } from "../../scripts/charts/report/save.ts";

/** Saves a report of charts, in their order. `names` holds their titles and dates by index. */
export async function saveReport(
  file: string,
  charts: readonly Chart[],
  names: readonly EpisodeName[] = [],
): Promise<void> {
  const entries = charts.map((chart, index) => computeEntry(chart, names[index]));
  const heading = { title: "A report", madeAt: new Date("2026-11-21T00:00:00Z") };
  await saveAtomically(file, drawPage(heading, entries, await bundlePage()));
}

/** Makes a chart with a point per second that falls from one percentage to another at a time, within a second. */
export function makeChart(guid: string, from: number, to: number, at: number, duration = 3_600): Chart {
  const data = Array.from({ length: duration }, (_, time) => ({ time, percentage: time < at ? from : to }));
  return { guid, duration, data };
}
