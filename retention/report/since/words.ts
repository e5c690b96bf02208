import { group, sum } from "d3-array";
import { UNITS } from "../../../lib/chart.ts";
import { formatCount } from "../../../lib/count.ts";
import { capitalize } from "../../../lib/printable.ts";
import { formatTime } from "../../sources/base/time.ts";
import { FIGURES, type FigureName, findEndFigure, findOpeningFigure } from "../curve/figures.ts";
import { END_WORDS, formatUsual } from "../curve/sentences.ts";
import { formatPercent, listFirst, quoteShort as quote } from "../curve/text.ts";
import { computeScale, findShift, type TracePair } from "./episode-pairs.ts";
import { computeShare, type LateTest } from "./late.ts";
import type { LastEpisode, LastMoment, SnapshotEpisode, Trace } from "./snapshot.ts";

/** From so many curves of a source on, and from this part of them on, it is the platform that broke. */
const MANY = 3;
const MANY_PART = 0.2;

/** What may have changed, in the order of the digest, each with its words. `names` are of episodes or curves, `since` is a day. */
export const KINDS = {
  new: (episode: SnapshotEpisode) => `New: ${quote(episode.title)}${describeSoFar(episode)}.`,
  added: (episodes: Episodes) => `In the report for the first time, though older: ${listTitles(episodes)}.`,
  judged: (episode: SnapshotEpisode) => {
    const end = findEndFigure(episode.figures);
    const figures = `${describeOpening(episode)}${describeFigure(episode, end, END_WORDS[end].at)}`;
    return `A week old now: ${quote(episode.title)}${figures}.${episode.largestLoss ? ` ${episode.headline}` : ""}`;
  },
  figure: ({ trace, what, late, before }: LateTest<string>, since: string) => {
    const [now, then] = [computeShare(late), computeShare(before)];
    const those = `${formatCount(late.of, unitOf(trace))} since ${since}`;
    return `${nameCurve(trace)}: of the ${those}, ${now < then ? "fewer" : "more"} are there ${what}: ${formatPercent(100 * now)}, before ${formatPercent(100 * then)} of ${before.of.toLocaleString("en")}.`;
  },
  moment: ({ trace, what, late, before }: LateTest<LastMoment>) => {
    const [now, then] = [1 - computeShare(late), 1 - computeShare(before)];
    const does = `${what.kind === "loss" ? "drop off at" : "skip"} ${formatTime(what.from)} to ${formatTime(what.to)}`;
    return `${nameCurve(trace)}: of those who came since, ${now > then ? "more" : "fewer"} ${does}: ${formatPercent(100 * now)} of ${late.of}, before ${formatPercent(100 * then)} of ${before.of}.`;
  },
  momentCertain: (episode: SnapshotEpisode, text: string) => `${quote(episode.title)}: certain now: ${text}`,
  length: (names: string) => `${names}: another length, so times may have moved, and nothing is compared.`,
  moved: (names: string) => `${names}: later times have moved, as if uploaded again, so nothing is compared.`,
  guid: (episodes: Episodes) => `Another GUID than before: ${listTitles(episodes)}.`,
  missing: (episodes: Episodes) => `No longer in the report: ${listTitles(episodes)}.`,
  showNew: (text: string) => `New of the show: ${text}`,
  showGone: (text: string) => `No longer of the show: ${text}`,
  joined: (_: string, [first, ...more]: readonly TracePair[]) =>
    `${nameSource(first?.source ?? "")} joined, with ${formatCount(1 + more.length, "episode")} of the last report.`,
  leading: (episodes: Episodes) =>
    `Figures and moments are of another source now: ${listTitles(episodes, ({ source = "no name" }) => ` (${source})`)}.`,
  redefined: (names: string, traces: readonly TracePair[], since: string) => {
    const scale = computeScale(traces);
    const size = `about ${formatPercent(100 * Math.abs(Math.exp(scale) - 1))} ${scale < 0 ? "lower" : "higher"} from start to end than on ${since}, so 100\u00a0% seems to be something else`;
    return `${names}: ${scale === 0 ? "100\u00a0% is something else now" : size}. Nothing is compared.`;
  },
  fewer: (names: string, traces: readonly TracePair[], since: string) => {
    const [now, then] = (["now", "old"] as const).map((side) =>
      sum(traces, (trace) => trace[side].listeners ?? 0).toLocaleString("en"),
    );
    return `${names}: fewer ${unitOf(traces[0])}s than on ${since} (${now}, then ${then}). The export is narrower, or some were deleted; nothing is compared.`;
  },
  redrawn: (names: string, traces: readonly TracePair[], since: string) =>
    `${names}: fewer ${unitOf(traces[0])}s at some times than on ${since}, although listening only adds to them. The platform may count differently now, so nothing is compared.`,
  gone: (names: string) => `${names}: gone. Was the last file complete?`,
  unknown: () => "The last report kept too little to compare figures and moments with. This one keeps it.",
  growth: (traces: readonly TracePair[]) => {
    const sources = [...group(traces, ({ source }) => source)];
    const parts = sources.map(([source, some]) => {
      const more = formatCount(sum(some, computeGrowth), `more ${unitOf(some[0])}`);
      return `${more} in ${formatCount(some.length, "episode")}${sources.length > 1 ? ` (${nameSource(source)})` : ""}`;
    });
    const [most] = traces.toSorted((one, other) => computeGrowth(other) - computeGrowth(one));
    return `Growth: ${parts.join(", ")}${most ? `; most in ${quote(most.episode.title)} (${computeGrowth(most).toLocaleString("en")})` : ""}.`;
  },
} as const;

type Episodes = readonly LastEpisode[];

/** Names the first ones: `“Tides”, “Harbours”, “Salt”, and 3 more`. */
function listTitles(episodes: Episodes, describe: (episode: LastEpisode) => string = () => ""): string {
  return listFirst(episodes.map((episode) => `${quote(episode.title)}${describe(episode)}`));
}

/** Names curves by their episodes, or where these are many of those of their source, by that. */
export function nameCurves(traces: readonly TracePair[], of = Number.POSITIVE_INFINITY): string {
  const [{ source = "" } = {}] = traces;
  if (traces.length < Math.max(MANY, MANY_PART * of)) return listFirst(traces.map(nameCurve));
  return `${nameSource(source)}, ${traces.length} of ${formatCount(of, "curve")}`;
}

/** Names a curve by its episode, and says what its file is now, or what its source is if that is not the leading one. */
function nameCurve({ episode, source, old, now, broken }: TracePair): string {
  const title = quote(episode.title);
  if (broken === "length") return `${title} (${formatTime(now.duration)}, before ${formatTime(old.duration)})`;
  if (broken === "moved") return `${title} (${describeShift(old, now)})`;
  return source === (episode.source ?? "") ? title : `${title} at ${source}`;
}

function describeShift(old: Trace, now: Trace): string {
  const seconds = ((findShift(old, now) ?? 0) * old.duration) / old.levels.length;
  return `about ${formatTime(Math.abs(seconds))} ${seconds < 0 ? "earlier" : "later"}`;
}

const nameSource = (source: string) => (source ? capitalize(source) : "The curves");

const unitOf = (trace: TracePair | undefined) => UNITS[trace?.now.kind ?? "peak"];

/** Computes how many came to a curve. */
export function computeGrowth({ old, now }: TracePair): number {
  return old.listeners === undefined ? 0 : (now.listeners ?? 0) - old.listeners;
}

function describeSoFar(episode: SnapshotEpisode): string {
  const { doubt, listeners, kind } = episode;
  const count = listeners === undefined ? "" : `, ${formatCount(listeners, UNITS[kind])} so far`;
  return `${count}${doubt === undefined ? describeOpening(episode) : ", too few to tell more"}`;
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
