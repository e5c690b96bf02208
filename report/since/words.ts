import { group, sum } from "d3-array";
import { UNITS } from "../../lib/chart.ts";
import { listFirst } from "../answers.ts";
import { FIGURES, type FigureName, findEndFigure, findOpeningFigure } from "../curve/figures.ts";
import { END_WORDS, formatUsual } from "../curve/sentences.ts";
import { formatPercent, formatTime, quoteShort as quote } from "../curve/text.ts";
import { formatCount } from "../text/count.ts";
import { capitalize } from "../text/printable.ts";
import { computeScale, findShift, type TracePair } from "./episode-pairs.ts";
import { computeShare, type LateTest } from "./late.ts";
import type { SnapshotEpisode, SnapshotMoment } from "./snapshot.ts";

/** Curves of a source that broke for one reason: with the number of all its curves if these are many. */
export interface Broken {
  readonly traces: readonly TracePair[];
  readonly of?: number;
}

/** What may have changed, in the order of the digest, each with its words. `since` is a date. */
export const KINDS = {
  new: (episode: SnapshotEpisode) => `New: ${quote(episode.title)}${describeOpening(episode)}.`,
  added: (episodes: Named) => `In the report for the first time, though older: ${listTitles(episodes)}.`,
  judged: (episode: SnapshotEpisode) => {
    const end = findEndFigure(episode.figures);
    const loss = episode.largestLoss ? ` ${episode.headline}` : "";
    return `A week old now: ${quote(episode.title)}${describeStart(episode)}${describeFigure(episode, end, END_WORDS[end].at)}.${loss}`;
  },
  figure: (test: LateTest, since: string) => {
    const { at, late, before, isLess } = describeTest(test);
    return `${at}: of the ${formatCount(test.late.of, unitOf(test.trace))} since ${since}, ${isLess ? "fewer" : "more"} are there ${test.what}: ${formatPercent(late)}, before ${formatPercent(before)} of ${test.before.of.toLocaleString("en")}.`;
  },
  moment: (test: LateTest) => {
    const { at, late, before, isLess } = describeTest(test);
    const { kind, from, to } = test.what as SnapshotMoment;
    const verb = kind === "loss" ? "drop off at" : "skip";
    return `${at}: of those who came since, ${isLess ? "more" : "fewer"} ${verb} ${formatTime(from)} to ${formatTime(to)}: ${formatPercent(100 - late)} of ${test.late.of}, before ${formatPercent(100 - before)} of ${test.before.of}.`;
  },
  momentCertain: (episode: SnapshotEpisode, text: string) => `${quote(episode.title)}: certain now: ${text}`,
  length: (broken: Broken) =>
    `${describeCurves(broken, describeLengths)}: another length, so times may have moved, and nothing is compared.`,
  moved: (broken: Broken) =>
    `${describeCurves(broken, describeShift)}: later times have moved, as if uploaded again, so nothing is compared.`,
  guid: (episodes: Named) => `Another GUID than before: ${listTitles(episodes)}.`,
  missing: (episodes: Named) => `No longer in the report: ${listTitles(episodes)}.`,
  showNew: (text: string) => `New of the show: ${text}`,
  showGone: (text: string) => `No longer of the show: ${text}`,
  joined: (source: string, count: number) =>
    `${nameSource(source)} joined, with ${formatCount(count, "episode")} of the last report.`,
  leading: (episodes: readonly SnapshotEpisode[]) =>
    `Figures and moments are of ${episodes[0]?.source ?? "another source"} now: ${listTitles(episodes)}.`,
  redefined: (broken: Broken, since: string) => {
    const scale = computeScale(broken.traces);
    const size = `about ${formatPercent(100 * Math.abs(Math.exp(scale) - 1))} ${scale < 0 ? "lower" : "higher"} from start to end than on ${since}, so 100\u00a0% seems to be something else`;
    return `${describeCurves(broken)}: ${scale === 0 ? "100\u00a0% is something else now" : size}. Nothing is compared.`;
  },
  fewer: (broken: Broken, since: string) => {
    const [now, then] = (["now", "old"] as const).map((side) =>
      sum(broken.traces, (trace) => trace[side].listeners ?? 0),
    );
    const numbers = `${now?.toLocaleString("en")}, then ${then?.toLocaleString("en")}`;
    return `${describeCurves(broken)}: fewer ${unitOf(broken.traces[0])}s than on ${since} (${numbers}). The export is narrower, or some were deleted; nothing is compared.`;
  },
  redrawn: (broken: Broken, since: string) =>
    `${describeCurves(broken)}: fewer at some times than on ${since}, so others are counted, or otherwise. Nothing is compared.`,
  gone: (source: string, count: number, of: number) =>
    `${nameSource(source)}, ${count} of ${formatCount(of, "curve")}: gone. Was the last file complete?`,
  unknown: () => "The last report kept too little to compare figures and moments with. This one keeps it.",
  growth: (grown: readonly TracePair[]) => {
    const sources = [...group(grown, ({ source }) => source)];
    const parts = sources.map(([source, traces]) => {
      const more = formatCount(sum(traces, computeGrowth), `more ${unitOf(traces[0])}`);
      return `${more} in ${formatCount(traces.length, "episode")}${sources.length > 1 ? ` (${nameSource(source)})` : ""}`;
    });
    const [most] = grown.toSorted((one, other) => computeGrowth(other) - computeGrowth(one));
    return `Growth: ${parts.join(", ")}${most ? `; most in ${quote(most.episode.title)} (${computeGrowth(most).toLocaleString("en")})` : ""}.`;
  },
} as const;

type Named = readonly Pick<SnapshotEpisode, "title">[];

const listTitles = (episodes: Named) => listFirst(episodes.map(({ title }) => quote(title)));

const nameSource = (source: string) => (source ? capitalize(source) : "The curves");

const unitOf = (trace: TracePair | undefined) => UNITS[trace?.now.kind ?? "peak"];

/** Computes how many came to a curve. */
export function computeGrowth({ old, now }: TracePair): number {
  return old.listeners === undefined ? 0 : (now.listeners ?? 0) - old.listeners;
}

/** Describes a figure beside its usual: `, 88 % after 1 min (usual 80)`. Empty if the episode is too short for it. */
function describeFigure({ figures, usual }: SnapshotEpisode, name: FigureName, place: string): string {
  const [value, usually] = [figures[name], usual?.[name]];
  if (value === undefined) return "";
  return `, ${formatPercent(100 * value)} ${place}${formatUsual(usually === undefined ? usually : 100 * usually)}`;
}

function describeStart(episode: SnapshotEpisode): string {
  const name = findOpeningFigure(episode.figures);
  return describeFigure(episode, name, FIGURES[name].name);
}

function describeOpening(episode: SnapshotEpisode): string {
  const { doubt, listeners, kind } = episode;
  const count = listeners === undefined ? "" : `, ${formatCount(listeners, UNITS[kind])} so far`;
  return `${count}${doubt === undefined ? describeStart(episode) : ", too few to tell more"}`;
}

function describeTest({ trace: { episode, source }, ...test }: LateTest) {
  const [late, before] = [100 * computeShare(test.late), 100 * computeShare(test.before)];
  return { at: `${quote(episode.title)}${nameOther(source, episode)}`, late, before, isLess: late < before };
}

/** Names a source that is not the leading one of an episode. */
const nameOther = (source: string, episode: SnapshotEpisode) =>
  source === (episode.source ?? "") ? "" : ` at ${source}`;

const NOTHING = () => "";

/** Names the curves that broke: by episode, or where these are many by source, with how many of how many they are. */
function describeCurves({ traces, of }: Broken, describe: (trace: TracePair) => string = NOTHING): string {
  const [first] = traces;
  if (!first) return "";
  if (of !== undefined) return `${nameSource(first.source)}, ${traces.length} of ${formatCount(of, "curve")}`;
  const titles = listFirst(traces.map((trace) => `${quote(trace.episode.title)}${describe(trace)}`));
  return describe === NOTHING ? `${titles}${nameOther(first.source, first.episode)}` : titles;
}

const describeLengths = ({ old, now }: TracePair) =>
  ` (${formatTime(now.duration)}, before ${formatTime(old.duration)})`;

function describeShift({ old, now }: TracePair): string {
  const seconds = ((findShift(old, now) ?? 0) * old.duration) / old.levels.length;
  return ` (about ${formatTime(Math.abs(seconds))} ${seconds < 0 ? "earlier" : "later"})`;
}
