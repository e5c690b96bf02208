import { formatCount } from "../../../lib/count.ts";
import { capitalize } from "../../../lib/printable.ts";
import { UNITS } from "../../sources/base/kinds.ts";
import { formatTime } from "../../sources/base/times.ts";
import { FIGURES, type FigureName, findEndFigure, findOpeningFigure } from "../curve/figures.ts";
import { END_WORDS, formatUsual } from "../curve/sentences.ts";
import { formatPercent, listFirst, quoteShort as quote } from "../curve/text.ts";
import { findShift, type TracePair } from "./episode-pairs.ts";
import type { LastEpisode, SnapshotEpisode, Trace } from "./snapshot.ts";

/** Names the first ones: `“Tides”, “Harbours”, “Salt”, and 3 more`. */
export function listTitles(
  episodes: readonly LastEpisode[],
  describe: (episode: LastEpisode) => string = () => "",
): string {
  return listFirst(episodes.map((episode) => `${quote(episode.title)}${describe(episode)}`));
}

/**
 * Names episodes that only the earlier report has by their days: their titles may be any stranger's words.
 *
 * @param now when the report is made, in ISO 8601
 */
export function nameByDays(episodes: readonly LastEpisode[], now: string): string {
  const count = formatCount(episodes.length, "episode");
  const days = episodes.flatMap(({ published }) => (published === undefined ? [] : formatDay(published, now)));
  const undated = episodes.length - days.length;
  if (days.length === 0) return count;
  return `${count} (${listFirst(undated > 0 ? [...days, `${undated} undated`] : days)})`;
}

/** Formats a day in UTC, with its year if that is another one than now. */
export function formatDay(day: string, now: string): string {
  const year = day.slice(0, 4) === now.slice(0, 4) ? undefined : "numeric";
  return new Date(day).toLocaleDateString("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year });
}

/** From so many curves of a source on, and from this part of them on, it is the platform that broke. */
const MANY = 3;
const MANY_PART = 0.2;

/**
 * Names curves by their episodes, or where these are many of those of their source, by that.
 *
 * @param of number of the curves of their source; undefined if they are of several
 */
export function nameTraces(traces: readonly TracePair[], of: number | undefined): string {
  const [{ source = "" } = {}] = traces;
  if (of === undefined || traces.length < Math.max(MANY, MANY_PART * of)) return listFirst(traces.map(nameTrace));
  return `${beginWithSource(source)}, ${traces.length} of ${formatCount(of, "curve")}`;
}

/** Names a curve by its episode, and says what its file is now, or what its source is if that is not the leading one. */
export function nameTrace({ episode, source, old, now, broken }: TracePair): string {
  const title = quote(episode.title);
  if (broken === "length") return `${title} (${formatTime(now.duration)}, before ${formatTime(old.duration)})`;
  if (broken === "moved") return `${title} (${describeTraceShift(old, now)})`;
  return source === (episode.source ?? "") ? title : `${title} at ${source}`;
}

function describeTraceShift(old: Trace, now: Trace): string {
  const seconds = ((findShift(old, now) ?? 0) * old.duration) / old.levels.length;
  return `about ${formatTime(Math.abs(seconds))} ${seconds < 0 ? "earlier" : "later"}`;
}

export const beginWithSource = (source = ""): string => (source ? capitalize(source) : "The curves");

/** What the curve counts: `listener`, `play`. */
export const unitOf = (trace: TracePair | undefined) => UNITS[trace?.now.kind ?? "peak"];

/** Computes how many came to a curve, also to one that is no continuation. Plays are no growth of listeners. */
export function computeGrowth({ old, now }: TracePair): number {
  if (old.listeners === undefined || UNITS[old.kind] !== UNITS[now.kind]) return 0;
  return (now.listeners ?? 0) - old.listeners;
}

export function describeSoFar(episode: SnapshotEpisode): string {
  const { doubt, listeners, kind } = episode;
  const count = listeners === undefined ? "" : `, ${formatCount(listeners, UNITS[kind])} so far`;
  return `${count}${doubt === undefined ? describeOpening(episode) : ", too few to tell more"}`;
}

/** Describes the first and the last figure. */
export function describeEnds(episode: SnapshotEpisode): string {
  const end = findEndFigure(episode.figures);
  return `${describeOpening(episode)}${describeFigure(episode, end, END_WORDS[end].at)}`;
}

function describeOpening(episode: SnapshotEpisode): string {
  const name = findOpeningFigure(episode.figures);
  return describeFigure(episode, name, FIGURES[name].name);
}

/** Describes a figure beside its usual: `, 88 % after 1 min (usual 80)`. Empty if the episode is too short for it. */
function describeFigure({ figures, usual }: SnapshotEpisode, name: FigureName, place: string): string {
  const [value, usually] = [figures[name], usual?.[name]];
  if (value === undefined) return "";
  return `, ${formatPercent(100 * value)} ${place}${formatUsual(usually === undefined ? usually : 100 * usually)}`;
}
