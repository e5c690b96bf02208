import { formatTime } from "../../sources/base/times.ts";
import { FIGURES } from "../curve/figures.ts";
import { MOMENT_VERBS, type Moment } from "../curve/moments/moment.ts";
import { countMoment, describeFigures, explainFew } from "../curve/sentences.ts";
import { formatPercent, quoteShort } from "../curve/text.ts";
import { findTitle } from "./chapters.ts";
import type { Episode } from "./episode.ts";
import { describeDifference, describeProvenHeadline, describeYouth } from "./summary.ts";

/** A part of those present is no part of all listeners. */
export const OF_PRESENT = "of those there";

/** What one reads first of an episode. Nothing is said in two of its parts. */
export interface Headline {
  /** The number with which it begins; empty if it has none. */
  readonly amount: string;
  readonly text: string;
  /** Of how many that number is, and what is usual, as small print; empty if there is nothing to add. */
  readonly exact: string;
  /** What else the curve tells, in sentences. */
  readonly rest: readonly string[];
}

type ToldEpisode = Pick<
  Episode,
  "insights" | "loss" | "deviations" | "doubt" | "chapters" | "notes" | "usual" | "youth"
>;

/** Composes the headline: the largest loss, or else the first figure that differs, or else what is skipped or replayed. */
export function composeHeadline(episode: ToldEpisode): Headline {
  const { insights, loss, deviations, doubt, notes, youth } = episode;
  const early = youth ? [describeYouth(youth)] : [];
  if (doubt !== undefined) {
    const rest = [...early, describeProvenHeadline(insights, doubt), ...notes].filter(Boolean);
    return { amount: "", text: `Too little to go by: ${doubt}`, exact: "", rest };
  }
  if (loss) return { ...tellLoss(loss, episode), rest: [...early, ...notes] };
  const [deviation] = deviations;
  if (deviation) return { ...tellDeviation(deviation, episode), rest: [...early, ...tellOthers(deviation, episode)] };
  const few = insights.isOfFew ? [explainFew(insights)] : [];
  const [moment] = insights.moments;
  if (moment) {
    const none = insights.isOfFew ? few : ["No drop-off stands out."];
    return { ...tellPassage(moment, episode), rest: [...early, ...none, ...notes] };
  }
  const text = insights.isOfFew ? "No drop-off can be told from chance" : "No drop-off stands out";
  return { amount: "", text, exact: few.join(" "), rest: [...early, ...notes] };
}

/** Finds the moment that the headline is about. Undefined if it is about anything else, such as a chapter. */
export function findToldMoment({ insights, loss, deviations, doubt }: ToldEpisode): Moment | undefined {
  if (doubt !== undefined || loss?.chapter !== undefined) return undefined;
  if (loss) return insights.moments.find(({ kind, from }) => kind === "loss" && from === loss.from);
  return deviations.length > 0 ? undefined : insights.moments[0];
}

function tellLoss(loss: NonNullable<ToldEpisode["loss"]>, episode: ToldEpisode): Omit<Headline, "rest"> {
  const { share, from, to, chapter, usual = 0 } = loss;
  const amount = formatPercent(100 * share);
  const span = `${formatTime(from)} to ${formatTime(to)}`;
  if (chapter !== undefined) {
    const exact = [OF_PRESENT, span, `usual: ${formatPercent(100 * usual)}`].join(" · ");
    return { amount, text: `drop off during ${quoteShort(chapter)}`, exact };
  }
  const inside = nameChapter(episode, (from + to) / 2);
  const moment = episode.insights.moments.find((other) => other.kind === "loss" && other.from === from);
  return {
    amount,
    text: `drop off at ${formatTime(from)}${inside ? `, in ${inside}` : ""}`,
    exact: tellExactly(moment, episode, span),
  };
}

function tellDeviation(
  { figure, value, usual }: ToldEpisode["deviations"][number],
  { insights }: ToldEpisode,
): Omit<Headline, "rest"> {
  const text = `${FIGURES[figure].name}, usually ${formatPercent(usual)}`;
  const exact = figure === "average" && insights.isOfPeak ? "of the peak" : "";
  return { amount: formatPercent(value), text, exact };
}

/** Leaves out what the headline has. */
function tellOthers(deviation: ToldEpisode["deviations"][number], { notes, insights, usual }: ToldEpisode): string[] {
  const all = describeFigures(insights, usual?.figures);
  const { after30s: _, after1min: __, ...later } = insights.figures;
  const isOfOpening = deviation.figure === "after1min";
  const others = notes.filter((note) => note !== describeDifference(deviation));
  return others.map((note) => {
    return isOfOpening && note === all ? describeFigures({ ...insights, figures: later }, usual?.figures) : note;
  });
}

function tellPassage(moment: Moment, episode: ToldEpisode): Omit<Headline, "rest"> {
  const { kind, share, from, to } = moment;
  const span = `${formatTime(from)} to ${formatTime(to)}`;
  const inside = nameChapter(episode, (from + to) / 2);
  const verb = MOMENT_VERBS[kind];
  return {
    amount: formatPercent(100 * share),
    text: inside ? `${verb} ${inside}, ${span}` : `${verb} ${span}`,
    exact: tellExactly(moment, episode),
  };
}

/** Says of how many the number is, where, and what is usual there: `of those there: 107 of 446 · 27:10 to 27:40`. */
function tellExactly(moment: Moment | undefined, { insights }: ToldEpisode, span = ""): string {
  const { people = "", usually = "" } = moment ? countMoment(moment, insights) : {};
  return [people ? `${OF_PRESENT}: ${people}` : OF_PRESENT, span, usually].filter(Boolean).join(" · ");
}

function nameChapter({ chapters = [] }: ToldEpisode, time: number): string | undefined {
  const title = findTitle(chapters, time);
  return title === undefined ? undefined : quoteShort(title);
}
