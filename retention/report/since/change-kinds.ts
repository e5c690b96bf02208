import { flatGroup, greatest, group, median, sum } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { formatTime } from "../../sources/base/times.ts";
import { isSameMoment, MOMENT_VERBS } from "../curve/moments/moment.ts";
import { formatPercent, listFirst, quoteShort as quote } from "../curve/text.ts";
import { describeTold, type ToldFinding } from "../show/show-answers.ts";
import {
  type ChangeFinder,
  eachBreak,
  eachShow,
  ofEpisodes,
  ofKind,
  ofTest,
  type ReportPair,
} from "./change-finder.ts";
import {
  beginWithSource,
  computeGrowth,
  describeEnds,
  describeSoFar,
  listTitles,
  nameByDays,
  nameTrace,
  unitOf,
} from "./change-words.ts";
import { computeScale, type EpisodePair, hasOtherKind, type TracePair } from "./episode-pairs.ts";
import { computeShare, findLeading } from "./late.ts";
import type { LastMoment, LastSnapshot, SnapshotEpisode, SnapshotMoment } from "./snapshot.ts";
/**
 * What may have changed in a show, in the order of the digest: a new kind is a member here, or of what is said of all shows.
 * Each reason why curves are no continuations is a kind.
 */
export const OF_SHOW = [
  eachShow(
    "new",
    ({ added, last }) => added.filter((episode) => isNew(episode, last)),
    (episodes) =>
      `New: ${listFirst(
        episodes.map((episode) => `${quote(episode.title)}${describeSoFar(episode)}${judge(episode)}`),
        "; ",
      )}.`,
  ),
  eachShow(
    "added",
    ({ added, last }) => added.filter((episode) => !isNew(episode, last)),
    (episodes) => `In the report for the first time, though older: ${listTitles(episodes)}.`,
  ),
  ofKind("judged", ({ pairs }) =>
    selectNow(pairs, ({ old, now }) => old.isYoung && !now.isYoung && now.doubt === undefined).map((episode) => {
      const text = `A week old now: ${quote(episode.title)}${describeEnds(episode)}${judge(episode)}.`;
      return ofEpisodes([episode], episode.largestLoss ? `${text} ${episode.headline}` : text);
    }),
  ),
  ofKind("figure", ({ lateFigures, since }) =>
    lateFigures.map((test) => {
      const { trace, what, late, before } = test;
      const [now, then] = [computeShare(late), computeShare(before)];
      const those = `${nameTrace(trace)}: of the ${formatCount(late.of, unitOf(trace))} since ${since}`;
      const shares = `${formatPercent(100 * now)}, before ${formatPercent(100 * then)} of ${before.of.toLocaleString("en")}`;
      return ofTest(test, `${those}, ${now < then ? "fewer" : "more"} are there ${what}: ${shares}.`);
    }),
  ),
  ofKind("moment", ({ lateMoments }) =>
    lateMoments.map((test) => {
      const { trace, what, late, before } = test;
      // Of those who are not there any more.
      const [now, then] = [1 - computeShare(late), 1 - computeShare(before)];
      const verb = `${MOMENT_VERBS[what.kind]}${what.kind === "loss" ? " at" : ""}`;
      const does = `${verb} ${formatTime(what.from)} to ${formatTime(what.to)}`;
      const shares = `${formatPercent(100 * now)} of ${late.of}, before ${formatPercent(100 * then)} of ${before.of}`;
      const more = now > then ? "more" : "fewer";
      return ofTest(test, `${nameTrace(trace)}: of those who came since, ${more} ${does}: ${shares}.`);
    }),
  ),
  ofKind("momentCertain", ({ pairs }) =>
    pairs.flatMap((pair) =>
      listCertain(pair).map(({ text, source = "" }) =>
        ofEpisodes([pair.now], `${quote(pair.now.title)}: certain now: ${text}`, { source }),
      ),
    ),
  ),
  eachBreak("length", ({ names }) => `${names}: another length, so times may have moved, and nothing is compared.`),
  eachBreak("moved", ({ names }) => `${names}: later times have moved, as if uploaded again, so nothing is compared.`),
  eachShow(
    "guid",
    ({ pairs }) => selectNow(pairs, ({ old, now }) => old.guid !== now.guid),
    (episodes) => `Another GUID than before: ${listTitles(episodes)}.`,
  ),
  eachShow(
    "missing",
    ({ missing }) => missing,
    (episodes, { now }) => `No longer in the report: ${nameByDays(episodes, now.madeAt)}.`,
  ),
  ofKind("showNew", (compared) =>
    listEarlierFindings(compared).flatMap(({ show, before, told, known }) =>
      leaveOutTold(told, before)
        .filter(({ title }) => known.has(title))
        .map((finding) => ({ show, text: `New of the show: ${describeTold(finding)}` })),
    ),
  ),
  ofKind("showGone", (compared) =>
    listEarlierFindings(compared).flatMap(({ show, before, told }) =>
      leaveOutTold(before, told).map((finding) => ({ show, text: `No longer of the show: ${describeTold(finding)}` })),
    ),
  ),
  eachBreak("joined", ({ source, traces }) => {
    return `${beginWithSource(source)} joined, with ${formatCount(traces.length, "episode")} of the last report.`;
  }),
  eachShow(
    "leading",
    ({ pairs }) => selectNow(pairs, ({ old, now }) => old.source !== now.source),
    (episodes) => {
      const titles = listTitles(episodes, ({ source = "no name" }) => ` (${source})`);
      return `Figures and moments are of another source now: ${titles}.`;
    },
  ),
  eachBreak("redefined", ({ names, traces }, since) => {
    if (hasOtherKind(traces)) return `${names}: 100\u00a0% is something else now. Nothing is compared.`;
    const scale = computeScale(traces);
    const size = `${formatPercent(100 * Math.abs(Math.exp(scale) - 1))} ${scale < 0 ? "lower" : "higher"}`;
    return `${names}: about ${size} from start to end than on ${since}, so 100\u00a0% seems to be something else. Nothing is compared.`;
  }),
  eachBreak("fewer", ({ names, traces }, since) => {
    const now = sum(traces, (trace) => trace.now.listeners ?? 0).toLocaleString("en");
    const then = sum(traces, (trace) => trace.old.listeners ?? 0).toLocaleString("en");
    return `${names}: fewer ${unitOf(traces[0])}s than on ${since} (${now}, then ${then}). The export is narrower, or some were deleted; nothing is compared.`;
  }),
  eachBreak("redrawn", ({ names, traces }, since) => {
    const fewer = `fewer ${unitOf(traces[0])}s at some times than on ${since}, although listening only adds to them`;
    return `${names}: ${fewer}. The platform may count differently now, so nothing is compared.`;
  }),
  eachBreak("gone", ({ names }) => `${names}: gone. Was the last file complete?`),
] as const satisfies readonly ChangeFinder[];

/** What is said of all shows together. It ends the digest. */
export const OF_ALL = [
  ofKind("unknown", ({ last: { episodes } }) =>
    episodes.length > 0 && !episodes.some(({ traces }) => traces)
      ? [{ text: "The last report kept too little to compare figures and moments with. This one keeps it." }]
      : [],
  ),
  ofKind("growth", ({ pairs }) => {
    const grown = pairs.flatMap(({ traces }) => traces).filter((trace) => computeGrowth(trace) > 0);
    return grown.length > 0 ? [{ text: describeGrowth(grown) }] : [];
  }),
] as const satisfies readonly ChangeFinder[];

export type ChangeKind = (typeof OF_SHOW | typeof OF_ALL)[number]["kind"];

const WEEK = 7 * 86_400_000;

/** New is what was published since the last report, or a week before: the rest was added. */
function isNew({ published }: SnapshotEpisode, { madeAt }: LastSnapshot): boolean {
  const from = new Date(Date.parse(madeAt) - WEEK).toISOString().slice(0, 10);
  return published === undefined || published >= from;
}

function selectNow(pairs: readonly EpisodePair[], is: (pair: EpisodePair) => boolean): SnapshotEpisode[] {
  return pairs.filter(is).map(({ now }) => now);
}

/** A moment is told as certain only if so many more are behind the curve: else chance alone takes it over the limit. */
const MIN_GROWTH = 1.1;

/** Lists the moments that more listeners have made certain beyond the chance of all episodes. */
function listCertain(pair: EpisodePair): SnapshotMoment[] {
  const trace = findLeading(pair);
  if (!trace || (trace.now.whole ?? 0) < MIN_GROWTH * (trace.old.whole ?? 0)) return [];
  const isCertainOfIt = ({ isCertain, source = "" }: LastMoment) => isCertain && source === trace.source;
  const known = pair.old.moments.filter(isCertainOfIt);
  return pair.now.moments.filter(isCertainOfIt).filter((moment) => !known.some((other) => isSameMoment(other, moment)));
}

/** A habit is told from so many episodes with its chapter on. */
const MIN_WITH_CHAPTER = 6;

/**
 * Lists what is told of the shows that both reports have. One of now counts as new if the
 * earlier report had its chapter often enough to tell it, and one of before as gone if its chapter is still there.
 */
function listEarlierFindings({ last, now }: ReportPair) {
  const had = last.episodes.flatMap(({ chapters = [] }) => [...new Set(chapters.map(({ title }) => title))]);
  const known = new Set(
    [...group(had, (title) => title)].flatMap(([title, { length }]) => (length >= MIN_WITH_CHAPTER ? title : [])),
  );
  const chapters = new Set(now.episodes.flatMap(({ chapters = [] }) => chapters.map(({ title }) => title)));
  return now.shows.flatMap(({ title: show, told = [] }) => {
    const before = last.shows.find(({ title }) => title === show)?.told?.filter(({ title }) => chapters.has(title));
    return before ? [{ show, told, before, known }] : [];
  });
}

/** Leaves out what others tell, too: of the same kind and chapter. */
function leaveOutTold(told: readonly ToldFinding[], others: readonly ToldFinding[]): ToldFinding[] {
  return told.filter((one) => !others.some(({ kind, title }) => one.kind === kind && one.title === title));
}

/** Says whether an episode is like the others. Empty if it has none. */
function judge({ usual, differs = [] }: SnapshotEpisode): string {
  if (!usual) return "";
  return differs.length > 0 ? ", unlike the others by more than chance" : ", nothing unusual";
}

function describeGrowth(grown: readonly TracePair[]): string {
  const hasOneSource = new Set(grown.map(({ source }) => source)).size === 1;
  // Who hears several episodes is in each of them: a sum would count them as often.
  const parts = flatGroup(grown, ({ source }) => source, unitOf).map(([source, unit, traces]) => {
    const place = hasOneSource ? "" : ` (${beginWithSource(source)})`;
    const each = Math.round(median(traces, computeGrowth) ?? 0).toLocaleString("en");
    return `more ${unit}s in ${formatCount(traces.length, "episode")}, ${each} at the median${place}`;
  });
  const most = greatest(grown, computeGrowth);
  const example = most && `; most in ${quote(most.episode.title)} (${computeGrowth(most).toLocaleString("en")})`;
  return `Growth: ${parts.join(", ")}${example ?? ""}.`;
}
