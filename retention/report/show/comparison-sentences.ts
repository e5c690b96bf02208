import { formatTime } from "../../sources/base/times.ts";
import { formatDifference, formatPercent, formatPoints } from "../curve/text.ts";
import { formatListeners } from "../episode/hundred-percent.ts";
import type { SourceComparison } from "../episode/source-comparison.ts";
import type { LengthChange } from "../usual/length.ts";
import { capitalizeFigure } from "../usual/reported-figures.ts";
import type { FigureShift } from "./before-after.ts";

/**
 * Says how a figure differs from a date on, with its interval of 95 %, and what may explain it. It never claims a cause:
 *
 *     After 1 min: 4 points more (2 to 6) from 2026-05-01 on, more than a steady change explains.
 */
export function describeShift({ figure, before, after, shift, verdict }: FigureShift, date: string): string {
  const name = capitalizeFigure(figure);
  if (!shift)
    return `${name}: ${formatPercent(before)} before ${date}, ${formatPercent(after)} from then on. Too few episodes to tell more.`;
  const interval = describeInterval(shift.low, shift.high, shift.size);
  const difference = `${name}: ${formatDifference(shift.size)} ${shift.size < 0 ? "less" : "more"} (${interval})`;
  if (verdict === "chance") return `${difference} from ${date} on, which may be chance.`;
  if (verdict === "drift") return `${difference}; a steady change over all episodes explains it as well.`;
  return `${difference} from ${date} on, more than a steady change explains.`;
}

/** Says how the length of episodes differs from a date on, which explains some of what follows. */
export function describeLengthChange({ before, after }: LengthChange, date: string): string {
  const change = after < before ? "shorter" : "longer";
  return `Episodes are ${change} from ${date} on: ${formatTime(after)} at the median, before ${formatTime(before)}. The average is compared at equal lengths, the rest at equal times.`;
}

const list = new Intl.ListFormat("en-GB");

/** Formats an interval in the direction of its middle: of "4 points less", the interval `2 to 6`, or `−1 to 8`. */
function describeInterval(low: number, high: number, size: number): string {
  const ends = size < 0 ? [-high, -low] : [low, high];
  return ends.map((end) => `${end < 0 ? "−" : ""}${formatPoints(end)}`).join(" to ");
}

/**
 * Says where an episode's first source and each of the others differ:
 *
 *     Of those present at 1:00, still there at 30:00: YouTube 41 %, your own listeners 58 %; they differ from 12:00 on.
 */
export function describeSources(comparisons: readonly SourceComparison[]): string {
  const known = comparisons.filter(({ uncounted }) => uncounted.length === 0);
  const names = [...new Set(comparisons.flatMap(({ uncounted }) => uncounted))];
  return [...known.map(describeComparison), ...(names.length > 0 ? [explainUncounted(names)] : [])].join(" ");
}

/** Says what no difference means: `The 12 plays behind the curve of Apple Podcasts are too few to tell less than 25 points apart.` */
function describePower({ points, fewer, listeners }: NonNullable<SourceComparison["power"]>): string {
  return `The ${formatListeners(listeners, fewer.kind)} behind the curve of ${fewer.name} are too few to tell less than ${formatPoints(points)} points apart.`;
}

/** Says once of all sources that can't be compared why they can't: `How many are behind YouTube's curve is not known, …` */
function explainUncounted(names: readonly string[]): string {
  const curves = names.length === 1 ? "curve" : "curves";
  return `How many people or plays are behind the ${curves} of ${list.format(names)} is not known, so a difference may be chance.`;
}

function describeComparison({ one, other, base, difference, power }: SourceComparison): string {
  if (!difference) {
    const nothing = `Of those present at ${formatTime(base)}, ${other} and ${one} show no difference beyond chance.`;
    return power ? `${nothing} ${describePower(power)}` : nothing;
  }
  const [first, second] = difference.shares.map((share) => formatPercent(100 * share));
  return `Of those present at ${formatTime(base)}, still there at ${formatTime(difference.at)}: ${other} ${second}, ${one} ${first}; they differ from ${formatTime(difference.from)} on.`;
}
