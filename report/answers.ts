import { findLargestLoss } from "../curve/moments/moment.ts";
import { formatDifference, formatPercent, formatTime, shorten } from "../curve/text.ts";
import type { Kind } from "../lib/chart.ts";
import type { Episode } from "./episode.ts";
import type { Habit } from "./habits.ts";
import { HUNDRED_PERCENT } from "./kinds.ts";
import type { Found, ShowFindings } from "./show.ts";
import { describeDeviation } from "./summary.ts";

/** Most episodes that are named as differing. */
const MAX_NAMED = 3;

const MAX_TITLE = 56;

/** Episodes over which the opening's trend is told. */
const TREND_EPISODES = 10;

/**
 * Says in plain sentences what a show tells: chapters that are skipped or left at in most episodes, how the opening
 * develops, which episodes differ, and which keeps its listeners best for its length. Empty for too few episodes.
 */
export function describeShow(findings: ShowFindings): string[] {
  return [
    ...findings.habits.map((habit) => describeHabit(habit, findings.compared)),
    ...describeSkip(findings),
    ...describeTrend(findings),
    ...describeLosses(findings),
    ...describeDiffering(findings),
    ...describeBest(findings),
  ];
}

function describeHabit({ title, kind, share, episodes }: Habit, compared: number): string {
  const most = episodes === compared ? "In most episodes" : "In most episodes that have it";
  const verb = kind === "skip" ? "skip" : "leave at";
  const beyond = kind === "loss" ? ", beyond the usual decline" : "";
  return `${most}, listeners ${verb} “${shorten(title, MAX_TITLE)}”: ${formatPercent(100 * share)} of those present${beyond} (median of ${episodes} episodes).`;
}

function describeSkip({ skipped }: ShowFindings): string[] {
  if (!skipped) return [];
  const { place, share, episodes, of } = skipped;
  return [
    `In ${episodes} of ${of} episodes, listeners skip a passage at around ${formatPercent(100 * place)} of the length: ${formatPercent(100 * share)} of those present (median).`,
  ];
}

/** Names the largest losses of the episodes. */
function describeLosses({ losses }: ShowFindings): string[] {
  const named = losses.slice(0, MAX_NAMED).flatMap((episode) => {
    const loss = findLargestLoss(episode.findings.insights.moments);
    return loss
      ? [`${quote(episode)} (${formatPercent(100 * loss.share)} of those present at ${formatTime(loss.from)})`]
      : [];
  });
  if (named.length === 0) return [];
  const more = losses.length > named.length ? `, and ${losses.length - named.length} more` : "";
  return [
    `Listeners leave at one moment in ${losses.length === 1 ? "one episode" : `${losses.length} episodes`}: ${named.join(", ")}${more}.`,
  ];
}

function describeTrend({ openingTrend }: ShowFindings): string[] {
  if (openingTrend === undefined) return [];
  const points = formatDifference(TREND_EPISODES * openingTrend);
  return [
    `The opening keeps ${openingTrend > 0 ? "more" : "fewer"} listeners in later episodes: after 1 min, about ${points} ${openingTrend > 0 ? "more" : "less"} every ${TREND_EPISODES} episodes on average.`,
  ];
}

function describeDiffering({ differing, judged, byChance }: ShowFindings): string[] {
  if (judged === 0) return [];
  const count = `${differing.length} of ${judged} episodes ${differing.length === 1 ? "differs" : "differ"} from the usual (by chance, up to ${byChance} would)`;
  const named = differing.slice(0, MAX_NAMED).map((episode) => `${quote(episode)}${describeFirst(episode)}`);
  if (named.length === 0) return [`${count}.`];
  const more = differing.length > named.length ? `, and ${differing.length - named.length} more` : "";
  return [`${count}: ${named.join(", ")}${more}.`];
}

function describeFirst({ findings }: Found): string {
  const [first] = findings.deviations;
  return first ? ` (${describeDeviation(first)})` : "";
}

function describeBest({ best, compared, judged }: ShowFindings): string[] {
  if (judged === 0 || compared === 0) return [];
  if (!best) return ["No episode keeps its listeners clearly better than others of its length."];
  const { episode, usual } = best;
  return [
    `${quote(episode)} keeps its listeners best for its length: on average ${formatPercent(episode.figures.average)}, usual for ${formatTime(episode.end)}: ${formatPercent(usual)}.`,
  ];
}

function quote({ title }: Found): string {
  return `“${shorten(title, MAX_TITLE)}”`;
}

/** Says what 100 % is. If that is not the same in all curves, says it for each kind, with the sources' names. */
export function explainHundredPercent(episodes: readonly Pick<Episode, "kind" | "source">[]): string[] {
  const kinds = [...Map.groupBy(episodes, ({ kind }) => kind)];
  if (kinds.length === 1) return kinds.map(([kind]) => `100\u00a0% is ${HUNDRED_PERCENT[kind]}.`);
  return kinds.map(([kind, members]) => `${nameMembers(kind, members)}: 100\u00a0% is ${HUNDRED_PERCENT[kind]}.`);
}

function nameMembers(kind: Kind, members: readonly Pick<Episode, "source">[]): string {
  const names = [...new Set(members.flatMap(({ source }) => source ?? []))];
  if (names.length > 0) return names.join(", ");
  return kind === "unknown" ? "Other curves" : "Curves above 100\u00a0%";
}
