import { max } from "d3-array";
import { computeInsights } from "../../curve/insights.ts";
import { computeStep } from "../../curve/moments/noise.ts";
import type { Chart } from "../../lib/chart.ts";
import { toPrintable } from "../../lib/printable.ts";
import type { Episode } from "../../report/episode.ts";
import { computeKind, nameSource } from "../../report/kinds.ts";
import { computeProfile, packProfile } from "../../report/profile.ts";
import { summarize } from "../../report/summary.ts";
import { computeUsual, findComparable } from "../../report/usual.ts";
import type { LoadedChart } from "../charts/loaded-chart.ts";
import type { EpisodeName } from "./names.ts";
import { packCurve, thinCurve } from "./packed-curve.ts";

/** A chart with at least one point, and what is known of it. */
export type Loaded = Extract<LoadedChart, { readonly chart: unknown }>;

/** An episode that has not been compared with the others. */
export type Uncompared = Omit<Episode, "usual" | "summary">;

export function computeEpisode(
  loaded: Loaded,
  { title, date, chapters = [], audio, show }: EpisodeName = {},
): Uncompared {
  const { guid, chart, listeners, source } = loaded;
  const insights = computeInsights(chart, listeners);
  const doubt = computeDoubt(chart, listeners);
  const inside = chapters.filter(({ time }) => time < chart.duration);
  return {
    guid,
    title: toLine(title ?? "") || toLine(guid),
    ...(show !== undefined && { show: toLine(show) }),
    ...(date && { date }),
    ...(audio !== undefined && { audio }),
    duration: chart.duration,
    ...(source !== undefined && { source: toLine(nameSource(source)) }),
    ...(listeners !== undefined && { listeners }),
    kind: computeKind(source, max(chart.data, ({ percentage }) => percentage) ?? 0),
    ...(doubt !== undefined && { doubt }),
    insights,
    ...(inside.length > 0 && { chapters: inside.map((chapter) => ({ ...chapter, title: toLine(chapter.title) })) }),
    profile: packProfile(computeProfile(chart)),
    curve: packCurve(thinCurve(chart, insights)),
  };
}

/** Compares each episode with the others, and sorts them: the latest first, undated ones last, then by title. */
export function compareEpisodes(episodes: readonly Uncompared[]): Episode[] {
  const compared = episodes.map((episode) => {
    const usual = computeUsual(episode, findComparable(episode, episodes));
    return { ...episode, ...(usual && { usual }), summary: summarize(episode.insights, episode.doubt, usual) };
  });
  return compared.sort(
    (one, other) =>
      (other.date ?? "").localeCompare(one.date ?? "") || one.title.localeCompare(other.title, "en", { numeric: true }),
  );
}

function toLine(text: string): string {
  return toPrintable(text.replace(/\s+/g, " ").trim());
}

/** With fewer listeners, one listener is more than 3 percentage points. */
const FEW_LISTENERS = 30;

/** With fewer points, a curve does not show where listeners leave. */
const FEW_POINTS = 24;

/**
 * Says why a curve proves little: `18 listeners`, `10 points`, `one point`.
 *
 * @param listeners undefined if it is not known: then the curve's smallest step stands for one listener
 * @returns undefined if nothing speaks against it
 */
export function computeDoubt({ data }: Chart, listeners: number | undefined): string | undefined {
  const points = new Set(data.map(({ time }) => time)).size;
  if (points === 1) return "one point";
  if (listeners !== undefined && listeners < FEW_LISTENERS)
    return `${listeners} ${listeners === 1 ? "listener" : "listeners"}`;
  if (points < FEW_POINTS) return `${points} points`;
  return computeStep(data, listeners) > 100 / FEW_LISTENERS ? "few listeners" : undefined;
}
