import { max } from "d3-array";
import { computeFigures } from "../../curve/figures.ts";
import { computeBins } from "../../curve/levels/bins.ts";
import { computeStep, MIN_LISTENERS } from "../../curve/levels/noise.ts";
import type { Chart } from "../../lib/chart.ts";
import { toPrintable } from "../../lib/printable.ts";
import type { Episode } from "../../report/episode.ts";
import { computeFindings, type Findings, type Measured } from "../../report/findings.ts";
import { computeKind, nameSource } from "../../report/kinds.ts";
import { computeProfile, packProfile } from "../../report/profile.ts";
import { computeShowFindings, type ShowFindings } from "../../report/show.ts";
import type { LoadedChart } from "../charts/loaded-chart.ts";
import type { EpisodeName } from "./names.ts";
import { packCurve, thinCurve } from "./packed-curve.ts";

/** A chart with at least one point, and what is known of it. */
export type Loaded = Extract<LoadedChart, { readonly chart: unknown }>;

/** An episode that has not been compared with the others. */
export interface Uncompared extends Measured {
  readonly title: string;
  /** Seconds, as in the feed. */
  readonly duration: number;
  readonly source?: string;
  /** The thinned curve, packed by packCurve. */
  readonly packed: string;
}

export function computeEpisode(loaded: Loaded, { title, date, chapters = [] }: EpisodeName = {}): Uncompared {
  const { guid, chart, listeners, source } = loaded;
  const curve = computeBins(chart, listeners);
  const doubt = computeDoubt(chart, listeners);
  const inside = chapters.filter(({ time }) => time < curve.end);
  return {
    guid,
    title: toLine(title ?? "") || toLine(guid),
    ...(date && { date }),
    duration: chart.duration,
    ...(source !== undefined && { source: toLine(nameSource(source)) }),
    ...(listeners !== undefined && { listeners }),
    kind: computeKind(source, max(chart.data, ({ percentage }) => percentage) ?? 0),
    ...(doubt !== undefined && { doubt }),
    end: curve.end,
    curve,
    figures: computeFigures(curve),
    step: curve.step,
    ...(inside.length > 0 && { chapters: inside.map((chapter) => ({ ...chapter, title: toLine(chapter.title) })) }),
    profile: computeProfile(chart, curve.end),
    packed: packCurve(thinCurve(chart)),
  };
}

/** What a report shows. */
export interface Report {
  /** The latest first, undated ones last, then by title. */
  readonly episodes: readonly Episode[];
  readonly show: ShowFindings;
}

/** Compares each episode with the others, and all of them for the answers about the show. */
export function compareEpisodes(episodes: readonly Uncompared[]): Report {
  const found = episodes.map((episode) => ({ ...episode, findings: computeFindings(episode, episodes) }));
  return { episodes: found.map(toEpisode).sort(byDate), show: computeShowFindings(found) };
}

function toEpisode(episode: Uncompared & { readonly findings: Findings }): Episode {
  const { guid, title, date, duration, source, listeners, kind, doubt, findings, profile, packed } = episode;
  return {
    guid,
    title,
    ...(date && { date }),
    duration,
    ...(source !== undefined && { source }),
    ...(listeners !== undefined && { listeners }),
    kind,
    ...(doubt !== undefined && { doubt }),
    ...findings,
    profile: packProfile(profile),
    curve: packed,
  };
}

function byDate(one: Episode, other: Episode): number {
  const order = (other.date ?? "").localeCompare(one.date ?? "");
  return order || one.title.localeCompare(other.title, "en", { numeric: true });
}

function toLine(text: string): string {
  return toPrintable(text.replace(/\s+/g, " ").trim());
}

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
  if (listeners !== undefined && listeners < MIN_LISTENERS)
    return `${listeners} ${listeners === 1 ? "listener" : "listeners"}`;
  if (points < FEW_POINTS) return `${points} points`;
  return computeStep(data, listeners) > 100 / MIN_LISTENERS ? "few listeners" : undefined;
}
