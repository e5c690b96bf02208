import { readFileSync } from "node:fs";
import type { Chart } from "../../../lib/chart.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { bundlePage } from "../../cli/report/page-bundle.ts";
import { saveAtomically } from "../../cli/save.ts";
import { makeDemo } from "../../report/demo/demo-show.ts";
import type { Episode } from "../../report/episode/episode.ts";
import { compareEpisodes, type Report } from "../../report/make/compare-episodes.ts";
import type { EpisodeName } from "../../report/make/episode-name.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import { drawPage } from "../../report/make/page.ts";
import type { SourcedCurve } from "../../report/make/source-curves.ts";

/** What a report says of a chart besides its curve. */
export type Details = EpisodeName & Omit<SourcedCurve, "chart"> & { readonly others?: readonly SourcedCurve[] };

/** Saves a report of charts. `details` holds what is known of them by index. */
export async function saveReport(
  file: string,
  charts: readonly Chart[],
  details: readonly Details[] = [],
): Promise<void> {
  const episodes = charts.map((chart, index) => {
    const { listeners, source, heard, others = [], ...name } = details[index] ?? {};
    const provenance = {
      ...(listeners !== undefined && { listeners }),
      ...(source !== undefined && { source }),
      ...(heard !== undefined && { heard }),
    };
    return computeEpisode({ guid: chart.guid, curves: [{ chart, ...provenance }, ...others] }, name);
  });
  await savePage(file, compareEpisodes(episodes));
}

/** Saves the page of a report. */
export async function savePage(file: string, report: Report): Promise<void> {
  const heading = { title: "A report", madeAt: new Date("2026-11-21T00:00:00Z") };
  await saveAtomically(file, drawPage(heading, report, await bundlePage()));
}

/** Saves a report of the demo's show, of its own curves alone. */
export async function saveDemo(file: string): Promise<void> {
  const show = makeDemo();
  const charts = show.flatMap(({ curves: [own] }) => own?.chart ?? []);
  const details = show.map(({ title, date, chapters, curves: [own] }) => {
    return { title, date, chapters, listeners: own?.listeners ?? 0 };
  });
  await saveReport(file, charts, details);
}

/** Makes a chart with a point per second that falls from one percentage to another at a time, within a second. */
export function makeChart(guid: string, from: number, to: number, at: number, duration = 3_600): Chart {
  const data = Array.from({ length: duration }, (_, time) => ({ time, percentage: time < at ? from : to }));
  return { guid, duration, data };
}

/** Makes the item of such a chart of ten minutes, which falls after one. */
export function makeItem(guid: string, to = 50) {
  return packChart(makeChart(guid, 100, to, 60, 600), new Date());
}

/** An expression that lists in the page of a report what lies over something else on the chart of an episode. */
export const OVERLAPPING = `(() => {
  const read = (selector) => [...document.querySelectorAll(selector)].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { name: element.textContent || element.getAttribute("class"), left, top, right, bottom };
  });
  const texts = read(".chart .label:not([hidden]), .chart svg text");
  const bands = read(".chart .passage");
  const points = [...document.querySelectorAll(".chart .curve")].flatMap((curve) => {
    const { left, top } = curve.ownerSVGElement.getBoundingClientRect();
    const length = curve.getTotalLength();
    return Array.from({ length: Math.ceil(length / 3) }, (_, step) => {
      const { x, y } = curve.getPointAtLength(3 * step);
      return { name: "curve", left: left + x, top: top + y, right: left + x, bottom: top + y };
    });
  });
  const meet = (one, other) =>
    one.left < other.right - 1 && one.right > other.left + 1 && one.top < other.bottom - 1 && one.bottom > other.top + 1;
  const hit = (one, point) => one.left < point.left && one.right > point.left && one.top < point.top && one.bottom > point.top;
  const pairs = texts.flatMap((one, index) => texts.slice(index + 1).map((other) => [one, other])).filter(([one, other]) => meet(one, other));
  const labels = read(".chart .label:not([hidden])");
  const onBands = labels.flatMap((one) => bands.map((other) => [one, other])).filter(([one, other]) => meet(one, other));
  const onCurves = labels.flatMap((one) => points.filter((point) => hit(one, point)).slice(0, 1).map((other) => [one, other]));
  return [...pairs, ...onBands, ...onCurves].map((pair) => pair.map(({ name }) => name));
})()`;

/** Reads a script of JSON in a page, by its id. */
export function readScript<Data>(page: string, id: string): Data {
  const [, json = ""] = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, "s").exec(page) ?? [];
  return JSON.parse(json);
}

/** Reads the episodes of a report. */
export function readEpisodes(file: string): Episode[] {
  return readScript(readFileSync(file, "utf8"), "data");
}
