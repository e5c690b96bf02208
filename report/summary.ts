import { FIGURES } from "../curve/figures.ts";
import type { Insights } from "../curve/insights.ts";
import { findLargestLoss } from "../curve/moments/moment.ts";
import { describeFigures, describeHeadline, NO_MOMENT } from "../curve/sentences.ts";
import { formatPercent, formatTime, shorten } from "../curve/text.ts";
import type { ChapterLoss } from "./chapter-loss.ts";
import type { Deviation } from "./typicality.ts";
import type { Usual } from "./usual.ts";

/** Characters of a chapter's title. */
const MAX_TITLE = 56;

/** What a summary is made of. */
interface Summarized {
  readonly insights: Insights;
  readonly usual: Usual | undefined;
  readonly deviations: readonly Deviation[];
  readonly chapterLoss: ChapterLoss | undefined;
  /** Why the curve proves little. */
  readonly doubt: string | undefined;
}

/**
 * Says in plain words what an episode loses beyond the usual, how many are there after the opening and before the end,
 * and whether these figures are usual:
 *
 *     15 % of those present leave between 19:55 and 20:10 (63 of 420). 71 % are still there after 1 min (usual 74),
 *     48 % reach the last 5 % (usual 51). None of these differs from the usual by more than chance.
 */
export function summarize({ insights, usual, deviations, chapterLoss, doubt }: Summarized): string {
  const parts = [
    doubt === undefined ? "" : `This curve has only ${doubt}, so it proves little.`,
    chapterLoss && isHeadline(chapterLoss, insights)
      ? describeChapterLoss(chapterLoss)
      : describeProvenHeadline(insights, doubt),
    describeFigures(insights.figures, usual?.figures),
    usual ? describeTypicality(usual, deviations) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** A loss at a moment says more exactly where listeners leave, if it is most of what the chapter loses. */
const MOST = 0.6;

function isHeadline({ left, usual }: ChapterLoss, { moments }: Insights): boolean {
  return (findLargestLoss(moments)?.share ?? 0) < MOST * (left - usual);
}

/** Describes it as `20 % of those present leave during “Letters”, 20:15 to 26:15 (usual: 5 %).` */
function describeChapterLoss({ title, from, to, left, usual }: ChapterLoss): string {
  const place = `“${shorten(title, MAX_TITLE)}”, ${formatTime(from)} to ${formatTime(to)}`;
  return `${formatPercent(100 * left)} of those present leave during ${place} (usual: ${formatPercent(100 * usual)}).`;
}

/** A curve of few points may have moments that it can't show. */
function describeProvenHeadline(insights: Insights, doubt: string | undefined): string {
  const headline = describeHeadline(insights);
  return doubt !== undefined && headline === NO_MOMENT ? "" : headline;
}

function describeTypicality({ similar }: Usual, deviations: readonly Deviation[]): string {
  const [first] = deviations;
  if (first) return `This episode differs from the others: ${describeDeviation(first)}.`;
  return similar > 0
    ? "None of these differs from the usual by more than chance."
    : "Too few episodes are of a similar length to compare more.";
}

/** Describes a deviation: `after 1 min 55 %, usual 78 %`. */
export function describeDeviation({ figure, value, usual }: Deviation): string {
  return `${FIGURES[figure].name} ${formatPercent(value)}, usual ${formatPercent(usual)}`;
}
