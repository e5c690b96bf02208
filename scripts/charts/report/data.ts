import type { Chart } from "../../../lib/chart.ts";
import { toPrintable } from "../../cli/printable.ts";
import { computeInsights } from "../draw/insights.ts";
import { packCurve, thinCurve } from "./curve.ts";
import type { Episode } from "./episode.ts";
import type { EpisodeName } from "./names.ts";
import { drawSparkline } from "./sparkline.ts";

/** An episode and the sparkline in its row. */
export interface Entry {
  readonly episode: Episode;
  /** SVG markup. */
  readonly sparkline: string;
}

/** Computes an episode's entry from a chart with at least one point. */
export function computeEntry(chart: Chart, { title, date }: EpisodeName = {}): Entry {
  const insights = computeInsights(chart);
  const points = thinCurve(chart, insights);
  const episode = {
    guid: chart.guid,
    title: toLine(title ?? "") || toLine(chart.guid),
    ...(date && { date }),
    duration: chart.duration,
    insights,
    curve: packCurve(points),
  };
  return { episode, sparkline: drawSparkline(points) };
}

/** Compares episodes: the latest first, undated ones last, and those of one date by title. */
export function compareEntries({ episode: one }: Entry, { episode: other }: Entry): number {
  return (
    (other.date ?? "").localeCompare(one.date ?? "") || one.title.localeCompare(other.title, "en", { numeric: true })
  );
}

function toLine(text: string): string {
  return toPrintable(text.replace(/\s+/g, " ").trim());
}
