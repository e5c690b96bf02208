import type { Insights } from "../curve/insights.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { computeSize } from "../curve/moments/moments.ts";
import { describeMoment } from "../curve/sentences.ts";
import { formatPercent, formatPoints } from "../curve/text.ts";
import type { Usual } from "./episode.ts";

/**
 * Says in plain words where listeners leave, how many reach the end, and whether that is usual:
 *
 *     A quarter of the listeners leave between 1:15 and 1:45. 36 % reach the end; usual for this show: 52 %.
 */
export function summarize(insights: Insights, doubt: string | undefined, usual: Usual | undefined): string {
  const parts = [
    doubt === undefined ? "" : `This curve has only ${doubt}, so it proves little.`,
    describeLargestLoss(insights, doubt),
    describeEnd(insights, usual),
    usual && doubt === undefined ? describeTypicality(usual) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Returns the moment at which most listeners leave and stay away. */
export function findLargestLoss({ moments }: Pick<Insights, "moments">): Moment | undefined {
  const losses = moments.filter(({ kind }) => kind === "loss");
  return losses.sort((one, other) => computeSize(other) - computeSize(one))[0];
}

function describeLargestLoss({ moments }: Insights, doubt: string | undefined): string {
  const largest = findLargestLoss({ moments });
  if (largest) return describeMoment(largest);
  return doubt === undefined ? "Listeners leave little by little: at no moment do many leave." : "";
}

function describeEnd({ remaining }: Insights, usual: Usual | undefined): string {
  const end = `${formatPercent(remaining.at(-1)?.percentage ?? 0)} reach the end`;
  return usual ? `${end}; usual for this show: ${formatPercent(usual.end)}.` : `${end}.`;
}

function describeTypicality({ difference, isTypical }: Usual): string {
  if (isTypical) return "This episode is typical.";
  return `This episode is not typical: its average is ${describeDifference(difference)} usual.`;
}

/** Describes a difference: `12 points below`. */
export function describeDifference(difference: number): string {
  return `${formatPoints(difference)} points ${difference < 0 ? "below" : "above"}`;
}
