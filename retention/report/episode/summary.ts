import { greatest } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { formatTime } from "../../sources/base/times.ts";
import { FIGURES, findEndFigure } from "../curve/figures.ts";
import type { Insights } from "../curve/insights.ts";
import type { Moment } from "../curve/moments/moment.ts";
import { describeFigures, describeHeadline, describeMoment, NO_MOMENT } from "../curve/sentences.ts";
import { formatPercent, formatPoints, MAX_TITLE } from "../curve/text.ts";
import type { SideType, Youth } from "../usual/measured.ts";
import { REPORTED_FIGURES } from "../usual/reported-figures.ts";
import { type Deviation, differs, type JudgedFigure } from "../usual/typicality.ts";
import type { Usual } from "../usual/usual.ts";
import { tellPlace } from "./loss.ts";
import { describePeople, type People } from "./people.ts";

/** What a summary is made of. */
interface SummaryInput {
  readonly insights: Insights;
  readonly loss: Moment | undefined;
  readonly usual: Usual | undefined;
  /** In order of time. */
  readonly figures: readonly JudgedFigure[];
  readonly people: People | undefined;
  /** Why the curve proves little. */
  readonly doubt: string | undefined;
  readonly youth: Youth | undefined;
  readonly type?: SideType | undefined;
}

/** What is no full episode is compared with. */
const COMPARED: Readonly<Record<SideType, string>> = {
  trailer: "Trailers are compared with trailers alone.",
  bonus: "Bonus episodes are compared with bonus episodes alone.",
  short: "It is far shorter than the others, so it is not compared with them.",
};

/** What an episode is, in few words, if it is no full one. */
export const TYPE_NAMES: Readonly<Record<SideType, string>> = {
  trailer: "trailer",
  bonus: "bonus",
  short: "far shorter than the others",
};

/** Says with what an episode is compared that is no full one. */
export function describeType(type: SideType): string {
  return COMPARED[type];
}

/** What is said of an episode in plain words. */
export interface Summary {
  /** What it loses beyond the usual, after what one must know before that. */
  readonly headline: string;
  /** How many are there after the opening and before the end, and whether these figures are usual. */
  readonly notes: readonly string[];
}

/**
 * Says in plain words what an episode's curve tells. No sentence takes back what another one says:
 *
 *     15 % of those present drop off between 19:55 and 20:10 (63 of 420). 71 % are still there after 1 min (usual 74),
 *     48 % reach the last 5 % (usual 51). Its average, 61 %, is within the show's usual range of 55 to 74 %, as are its
 *     opening and ending.
 */
export function summarize({ insights, loss, usual, figures, people, doubt, youth, type }: SummaryInput): Summary {
  const headline = [
    youth ? describeYouth(youth) : "",
    doubt === undefined ? "" : `This curve has only ${doubt}, so it proves little.`,
    loss?.chapter === undefined
      ? describeProvenHeadline(insights, doubt)
      : describeMoment(loss, insights, describeChapter(loss)),
  ];
  const notes = [
    people ? describePeople(people, findEndFigure(insights.figures)) : "",
    describeFigures(insights, usual?.figures),
    usual ? describeTypicality(usual, figures, youth) : "",
    type ? describeType(type) : "",
  ];
  return { headline: headline.filter(Boolean).join(" "), notes: notes.filter(Boolean) };
}

/** Joins what is said of an episode to one text. */
export function joinSaid({ headline, notes }: Summary): string {
  return [headline, ...notes].join(" ");
}

/** The usual of young episodes is not that of others: what is said of the rest of their curves would be wrong tomorrow. */
export function describeYouth({ days, now }: Youth): string {
  if (now !== undefined) {
    const when = ["today", "yesterday"][now] ?? `${now} days ago`;
    return `Published ${when}; many may still be listening.`;
  }
  const when = days === 0 ? "the day" : formatCount(days, "day");
  return `This curve is of ${when} ${days === 0 ? "of" : "after"} publication, when many may still have been listening.`;
}

/** Says over which chapter listeners leave: `during “Letters”, 20:15 to 26:15`. */
function describeChapter(loss: Moment): string {
  return `${tellPlace(loss, MAX_TITLE)}, ${formatTime(loss.from)} to ${formatTime(loss.to)}`;
}

/** A curve of few points may have moments that it can't show. */
function describeProvenHeadline(insights: Insights, doubt: string | undefined): string {
  const headline = describeHeadline(insights);
  return doubt !== undefined && headline === NO_MOMENT ? "" : headline;
}

const list = new Intl.ListFormat("en-GB");

function describeTypicality(usual: Usual, figures: readonly JudgedFigure[], youth: Youth | undefined): string {
  const first = figures.find(differs);
  if (first) return describeDifference(first);
  const few = "Too few episodes are of a similar length to compare more.";
  return [describeRange(figures), usual.similar > 0 || youth ? "" : few].filter(Boolean).join(" ");
}

/** Says what range is usual for the figure that is farthest from its usual, since episodes of some shows vary much. */
function describeRange(figures: readonly JudgedFigure[]): string {
  const farthest = greatest(figures, ({ value, usual }) => Math.abs(value - usual));
  if (!farthest) return "";
  const name = ({ figure }: JudgedFigure) => REPORTED_FIGURES[figure].judged ?? "";
  const rest = figures.filter((figure) => figure !== farthest).map(name);
  const also = rest.length > 0 ? `, as ${rest.length === 1 ? "is" : "are"} its ${list.format(rest)}` : "";
  const range = `${formatPoints(farthest.low)} to ${formatPercent(farthest.high)}`;
  return `Its ${name(farthest)}, ${formatPercent(farthest.value)}, is within the show's usual range of ${range}${also}.`;
}

/** Says by what an episode differs from the others. */
function describeDifference(deviation: Deviation): string {
  return `This episode differs from the others: ${describeDeviation(deviation)}.`;
}

/** Describes a deviation: `after 1 min 55 %, usual 78 %`. */
export function describeDeviation({ figure, value, usual }: Deviation): string {
  return `${FIGURES[figure].name} ${formatPercent(value)}, usual ${formatPercent(usual)}`;
}
