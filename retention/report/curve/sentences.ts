import { capitalize } from "../../../lib/printable.ts";
import { formatTime } from "../../sources/base/times.ts";
import { FIGURE_NAMES, FIGURES, type Figures, findEndFigure, findOpeningFigure } from "./figures.ts";
import type { Insights } from "./insights.ts";
import { MIN_LISTENERS } from "./levels/noise.ts";
import { findLargest, MOMENT_VERBS, type Moment } from "./moments/moment.ts";
import { countPresent, MIN_SHARE_OF_FEW } from "./moments/moments.ts";
import { formatPercent } from "./text.ts";

/** A part of those present that other episodes lose is worth mentioning from here on. */
const MIN_USUAL = 0.03;

export const NO_MOMENT = "No moment stands out.";

const SMALLEST = formatPercent(100 * MIN_SHARE_OF_FEW);
const TOO_FEW = `Fewer than ${MIN_LISTENERS} listeners or plays: too few to name moments below ${SMALLEST}.`;
const TOO_COARSE = `The curve's steps are too large to name moments below ${SMALLEST}.`;

/** What a curve's moments are told by: Insights has it. */
type WithMoments = Pick<Insights, "moments" | "whole" | "isOfFew" | "unit">;

/** What 100 % is where replays count. */
const WHOLES = { play: "plays at the peak", view: "views" } as const;

/** How sentences say where an episode ends for its listeners. */
export const END_WORDS = {
  credits: { at: "at the credits", reached: "the credits" },
  last5percent: { at: `in the ${FIGURES.last5percent.name}`, reached: `the ${FIGURES.last5percent.name}` },
} as const;

/**
 * Says in one sentence what this episode loses beyond what the show usually loses there: its largest drop-off, or else the
 * first passage that listeners skip or replay, or that no moment stands out.
 */
export function describeHeadline(insights: WithMoments): string {
  const largest = findLargest(insights.moments, "loss");
  if (largest) return describeMoment(largest, insights);
  if (insights.isOfFew) return explainFew(insights);
  const [first] = insights.moments;
  return first ? `No drop-off stands out, but ${describeMoment(first, insights)}` : NO_MOMENT;
}

/** Without a number of listeners, the steps of the curve stand for them. */
export function explainFew({ whole }: Pick<Insights, "whole">): string {
  return whole === undefined ? TOO_COARSE : TOO_FEW;
}

/** With fewer present, one of them is more than two points: then numbers say what a percentage would overstate. */
const MIN_PRESENT = 50;

/** Checks whether so few are present that they are counted. @param present 0 if that is not known */
export function isFew(present = 0): boolean {
  return present > 0 && present < MIN_PRESENT;
}

/** Formats the part of those present who leave, skip or replay: `24 %`, or of few, `4 of 22`. */
export function formatPart(share: number, present = 0): string {
  return isFew(present) ? `${formatNumber(share * present)} of ${present}` : formatPercent(100 * share);
}

/** Says who leave, skip or replay: `24 %`, or of few, `4 of 22 people`, `4 of 22 plays`. */
export function tellPart(share: number, present: number | undefined, unit: Insights["unit"]): string {
  return `${formatPart(share, present)}${isFew(present) ? ` ${unit === "listener" ? "people" : `${unit}s`}` : ""}`;
}

/**
 * Describes a moment by those present before it, with their number if it is known:
 *
 *     15 % of those present drop off between 19:55 and 20:10 (63 of 420).
 *     22 % of those present skip 20:00 to 21:15 (92 of 420).
 *
 * @param place where it is, if it is no span of time
 */
export function describeMoment(
  moment: Moment,
  insights: Pick<Insights, "whole" | "unit">,
  place = describeSpan(moment),
): string {
  const { kind, share } = moment;
  const present = countPresent(moment, insights.whole);
  const { people, usually } = countMoment(moment, insights);
  const facts = [isFew(present) ? "" : people, usually].filter(Boolean);
  const who = isFew(present) ? "" : " of those present";
  const sentence = `${tellPart(share, present, insights.unit)}${who} ${MOMENT_VERBS[kind]} ${place}`;
  return `${sentence}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}.`;
}

function describeSpan({ kind, from, to }: Moment): string {
  const [start, end] = [formatTime(from), formatTime(to)];
  return kind === "loss" ? `between ${start} and ${end}` : `${start} to ${end}`;
}

/** Says how many people or plays a moment is of, and what is usual there: `63 of 420`, `usual there: 8 %`. Empty if that is not known. */
export function countMoment(
  { share, before, usual = 0 }: Pick<Moment, "share" | "before" | "usual">,
  { whole, unit }: Pick<Insights, "whole" | "unit">,
): { readonly people: string; readonly usually: string } {
  const people = countOfPresent(share, before, whole);
  const counted = unit === "listener" ? "" : ` ${unit}s`;
  return {
    people: people ? `${formatNumber(people.count)} of ${formatNumber(people.of)}${counted}` : "",
    usually: usual >= MIN_USUAL ? `usual there: ${formatPercent(100 * usual)}` : "",
  };
}

/** Counts those who do what a moment says, of those present before it; undefined if that is not known. */
export function countOfPresent(share: number, before: number, whole = 0) {
  const of = countPresent({ before }, whole);
  return of > 0 ? { count: Math.round(share * of), of } : undefined;
}

/** Formats a number as others of the report: `1,234`. */
function formatNumber(number: number): string {
  return Math.round(number).toLocaleString("en");
}

/** Formats the percentages of a moment: `92 → 68 %`, or with the way back, `58 → 44 → 56 %`. */
export function formatMoment({ kind, before, within, after }: Moment): string {
  const values = kind === "loss" ? [before, after] : [before, within, after];
  return `${values.map((value) => value.toFixed(0)).join(" → ")}\u00a0%`;
}

/**
 * Says how many are there after the opening and before the end, beside what is usual. Of plays and views, of which replays
 * are some, it says no more than that:
 *
 *     71 % are still there after 1 min (usual 74), 48 % reach the last 5 % (usual 51).
 *     At 1 min, 103 % of the views (usual 98), in the last 5 %, 31 % (usual 35). Replays count.
 *     71 % are still there after 1 min (usual 74), 62 % reach the credits at 43:10 (usual 64).
 */
export function describeFigures(
  { figures, unit, credits }: Pick<Insights, "figures" | "unit" | "credits">,
  usual: Partial<Figures> = {},
): string {
  const early = findOpeningFigure(figures);
  const last = findEndFigure(figures);
  const first = figures[early];
  const end = formatPercent(figures[last] ?? 0);
  const [usually, usuallyLast] = [formatUsual(usual[early]), formatUsual(usual[last])];
  const time = credits === undefined ? "" : formatTime(credits);
  if (unit === "listener") {
    const still =
      first === undefined ? "" : `${formatPercent(first)} are still there ${FIGURES[early].name}${usually}, `;
    return `${still}${end} reach ${END_WORDS[last].reached}${time && ` at ${time}`}${usuallyLast}.`;
  }
  const text = `${END_WORDS[last].at}${time && ` (${time})`}, ${end}${usuallyLast}. Replays count.`;
  if (first === undefined) return capitalize(text);
  return `At ${FIGURES[early].time}, ${formatPercent(first)} of the ${WHOLES[unit]}${usually}, ${text}`;
}

/** Formats it as ` (usual 74)`. Empty if it is not known. */
export function formatUsual(usual: number | undefined): string {
  return usual === undefined ? "" : ` (usual ${usual.toFixed(0)})`;
}

/** Describes the key figures of a curve, without its moments, one line each. */
export function describeInsights({ figures, heard, isOfPeak, unit }: Insights): string[] {
  const isOfPeople = unit === "listener";
  const last = findEndFigure(figures);
  const early = FIGURE_NAMES.flatMap((name) => {
    const [value, { name: text, time }] = [figures[name], FIGURES[name]];
    return value === undefined || time === undefined
      ? []
      : [`${formatPercent(value)} ${isOfPeople ? text : `at ${time}`}`];
  });
  return [
    `Average: ${formatPercent(figures.average)}${isOfPeak ? " of the peak" : ""}${heard === undefined ? "" : `, ${formatTime(heard)} listened`}`,
    `${isOfPeople ? "Still there" : capitalize(`${unit}s`)}: ${[...early, `${formatPercent(figures[last] ?? 0)} ${END_WORDS[last].at}`].join(", ")}`,
  ];
}

/** Describes all of a curve in sentences, for screen readers. @param first as for {@link describeMoments} */
export function describeCurve(duration: number, insights: Insights, first: readonly string[] = []): string {
  const lines = [`Length: ${formatTime(duration)}`, ...describeInsights(insights), ...describeMoments(insights, first)];
  return lines.map((line) => (line.endsWith(".") ? line : `${line}.`)).join(" ");
}

/**
 * Describes the moments of a curve, numbered, one line each.
 *
 * @param first sentences that are numbered before them
 */
export function describeMoments(insights: WithMoments, first: readonly string[] = []): string[] {
  const moments = insights.moments.map((moment) => {
    return `${describeMoment(moment, insights).replace(/\.$/, "")}: ${formatMoment(moment)}`;
  });
  const lines = [...first, ...moments].map((sentence, index) => `${index + 1}. ${sentence}`);
  if (insights.isOfFew) return [...lines, explainFew(insights)];
  return lines.length > 0 ? lines : [NO_MOMENT];
}
