import { formatTime } from "../../sources/base/times.ts";
import { FIGURES } from "../curve/figures.ts";
import { formatDifference, formatPercent, listFirst, quote, quoteShort } from "../curve/text.ts";
import { OF_PRESENT } from "../episode/headline.ts";
import { formatSigned, LABELS, linkMore, type ToldAnswer } from "./cards.ts";
import type { CommonPlace } from "./common-places.ts";
import { describeBest, describeDiffering, describeLosses } from "./episode-answers.ts";
import type { ShowFindings } from "./show.ts";

/** Episodes over which the opening's trend is told. */
const TREND_EPISODES = 10;

/** Most sentences about a show besides that about its segments, and about what happens in most of its episodes. */
const MAX_LINES = 5;
const MAX_COMMON = 2;

const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A finding about a show that the next report can recognize by its kind and title. {@link describeTold} says it. */
export interface ToldFinding {
  readonly kind: "skip" | "loss";
  /** Of a chapter. */
  readonly title: string;
  /** Median part of those present. */
  readonly share: number;
  /** Number of the episodes that have the chapter, and of those that were compared. */
  readonly episodes: number;
  readonly of: number;
}

/**
 * Says in plain sentences what a show tells, with a card for each finding, the most useful first: what has changed and when,
 * chapters and places that most skip or drop off at, the largest losses, which episodes differ, and which keeps its listeners best
 * for its length. Empty for too few episodes.
 */
export function answerShow(findings: ShowFindings): ToldAnswer[] {
  const segments = describeSegments(findings);
  return [
    ...describeChange(findings),
    ...describeCommon(findings),
    ...segments,
    ...describeLosses(findings),
    ...describeDiffering(findings),
    ...describeBest(findings),
  ].slice(0, MAX_LINES + segments.length);
}

/**
 * Lists what a show tells that stays the same finding from one report to the next: its chapters. A date that fits best comes and
 * goes by chance.
 */
export function listToldFindings(findings: ShowFindings): ToldFinding[] {
  const { habits, compared } = findings;
  return habits.map((habit) => toTold(habit, compared));
}

function toTold({ kind, title, share, episodes }: ShowFindings["habits"][number], of: number): ToldFinding {
  return { kind, title, share, episodes, of };
}

/** `In most episodes, listeners skip “Sponsor”: 12 % of those present (median of 18 episodes).` */
export function describeTold({ kind, title, share, episodes, of }: ToldFinding): string {
  const { verb, most } = wordHabit(kind, episodes, of);
  const beyond = kind === "loss" ? ", beyond the usual decline" : "";
  return `In ${most}, listeners ${verb} ${quote(title)}: ${formatPercent(100 * share)} of those present${beyond} (median of ${episodes} episodes).`;
}

function wordHabit(kind: ToldFinding["kind"], episodes: number, of: number) {
  const most = episodes === of ? "most episodes" : "most episodes that have it";
  return { most, verb: kind === "skip" ? "skip" : "drop off at" };
}

/** Says from which date on the show keeps more or fewer listeners, or that its opening changes steadily. */
function describeChange({ change: { step, openingTrend } }: ShowFindings): ToldAnswer[] {
  if (step) return [describeStep(step)];
  return openingTrend === undefined ? [] : [describeTrend(TREND_EPISODES * openingTrend)];
}

/** Only the card of a sudden change has a date: the one that fits best says nothing of a steady one. */
function describeStep({ figure, date, size, isSudden }: NonNullable<ShowFindings["change"]["step"]>): ToldAnswer {
  const { name } = FIGURES[figure];
  const [part, what] = figure === "average" ? ["on average", "on average"] : [name, "past the first minute"];
  const [who, more] = size > 0 ? ["More", "more"] : ["Fewer", "less"];
  // Before and after a given date, the same step may be more than a steady change explains: here, the date is searched.
  const cause = isSudden
    ? ", more than a steady change explains."
    : ". Of all dates, this one fits best, so the change may also be steady.";
  const when = isSudden ? `since ${formatDate(date)}` : "in later episodes";
  return {
    line: `From ${date} on, ${who.toLowerCase()} stay: ${part} about ${formatDifference(size)} ${more}${cause}`,
    card: { label: "Change", amount: formatSigned(size), claim: `${who} stay ${what} ${when}`, date, figure },
  };
}

/** Formats a date, given as YYYY-MM-DD, as `19 Feb 2026`, without a break. */
function formatDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : dates.format(time).replaceAll(" ", "\u00a0");
}

/** @param points by which the opening rises over ten episodes */
function describeTrend(points: number): ToldAnswer {
  const [who, more] = points > 0 ? ["More", "more"] : ["Fewer", "less"];
  const every = `every ${TREND_EPISODES} episodes`;
  return {
    line: `In later episodes, ${who.toLowerCase()} stay through the opening: after 1 min, about ${formatDifference(points)} ${more} ${every} on average.`,
    card: {
      label: "Trend",
      amount: formatSigned(points),
      claim: `${who} stay past the first minute, ${every}`,
      date: "",
      figure: "after1min",
    },
  };
}

/** Describes what happens in most episodes, the largest shares first. */
function describeCommon({ habits, phrases, places, compared }: ShowFindings): ToldAnswer[] {
  const common = [
    ...habits.map((habit) => ({ share: habit.share, answer: describeHabit(habit, compared) })),
    ...phrases.map((phrase) => ({ share: phrase.share, answer: describePhrase(phrase, compared) })),
    ...places.map((place) => ({ share: place.share, answer: describePlace(place) })),
  ];
  return common
    .sort((one, other) => other.share - one.share)
    .slice(0, MAX_COMMON)
    .map(({ answer }) => answer);
}

function describeHabit(habit: ShowFindings["habits"][number], compared: number): ToldAnswer {
  const { title, kind, share, episodes, example } = habit;
  const { verb, most } = wordHabit(kind, episodes, compared);
  return {
    line: describeTold(toTold(habit, compared)),
    card: example && {
      label: LABELS[kind],
      amount: formatPercent(100 * share),
      of: OF_PRESENT,
      claim: `${verb} ${quoteShort(title)} in ${most}`,
      passage: example,
    },
  };
}

function describePhrase(habit: ShowFindings["phrases"][number], compared: number): ToldAnswer {
  const { phrase, kind, share, episodes, of, example } = habit;
  const verb = kind === "skip" ? "skip" : "drop off";
  const which = `${episodes} of ${of} episodes${of < compared ? " with transcripts" : ""}`;
  const beyond = kind === "loss" ? ", beyond the usual decline" : "";
  const amount = formatPercent(100 * share);
  return {
    line: `In ${which}, listeners ${verb} after ${quote(`${phrase} …`)}: ${amount} of those present${beyond} (median).`,
    card: example && {
      label: LABELS[kind],
      amount,
      of: OF_PRESENT,
      claim: `${verb} after ${quoteShort(`${phrase} …`)} in ${which}`,
      passage: example,
    },
  };
}

/**
 * Describes it, with names unless all episodes have it:
 *
 *     In 6 of 18 episodes, about 15 % of those present drop off at about 20:00: “Tides”, “Harbours”, “Salt”, and 3 more.
 */
function describePlace({ kind, by, at, share, episodes, of, found }: CommonPlace): ToldAnswer {
  const place = {
    start: `at about ${formatTime(at)}`,
    end: `about ${formatTime(at)} before the end`,
    part: `at about ${formatPercent(100 * at)} of the length`,
  }[by];
  const verb = kind === "loss" ? "drop off" : "skip a passage";
  const amount = formatPercent(100 * share);
  const some = [...new Map(found.map((moment) => [moment.guid, moment])).values()];
  const names = episodes < of ? `: ${listFirst(some.map(({ title }) => quote(title)))}` : "";
  const [first, ...more] = some.map(({ guid, title, share, time }) => ({
    amount: formatPercent(100 * share),
    passage: { guid, title, from: time, to: time },
  }));
  return {
    line: `In ${episodes} of ${of} episodes, about ${amount} of those present ${verb} ${place}${names}.`,
    card: first && {
      label: LABELS[kind],
      amount,
      of: OF_PRESENT,
      claim: `${verb} ${place}, in ${episodes} of ${of} episodes`,
      passage: first.passage,
      ...(episodes < of && linkMore(more)),
    },
  };
}

/** Says which of the chapters that most episodes have keep their listeners best and worst. */
function describeSegments({ segments }: ShowFindings): ToldAnswer[] {
  if (!segments) return [];
  const { best, worst, of } = segments;
  const parts = [...(best ? [{ ...best, how: "best" }] : []), ...(worst ? [{ ...worst, how: "worst" }] : [])];
  const told = parts.map(({ title, kept, how }, index) => {
    const part = formatPercent(100 * Math.min(1, kept));
    const of = index === 0 ? " of those present at its start are there in it" : "";
    return `${quote(title)} ${index === 0 ? "keeps its listeners " : ""}${how} (${part}${of})`;
  });
  return [{ line: `Of ${of} recurring segments, ${told.join(", and ")}, beyond the usual decline.` }];
}
