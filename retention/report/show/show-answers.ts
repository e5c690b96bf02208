import { FIGURES } from "../curve/figures.ts";
import { formatDifference, formatPercent, listFirst, quote } from "../curve/text.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import { describeBest, describeDiffering, describeLosses } from "./episode-answers.ts";
import type { ToldAnswer } from "./finding.ts";
import { tellCommonPlace } from "./finding-words.ts";
import type { LeadingPassage, ShowFindings } from "./show.ts";

/** Episodes over which the opening's trend is told. */
const TREND_EPISODES = 10;

/** Says what a report of more episodes would tell, or of more listeners. */
export function describeFew({ compared, full }: ShowFindings): string | undefined {
  if (compared > MIN_OTHERS) return undefined;
  const more =
    "the report also says what is usual for the show, which episodes differ from it, and what most listeners skip.";
  return full > MIN_OTHERS
    ? `Too few curves prove anything yet: from ${MIN_OTHERS + 1} on that do, ${more}`
    : `From ${MIN_OTHERS + 1} full episodes on, ${more}`;
}

/** Most sentences about a show besides that about its segments, and about what happens in most of its episodes. */
const MAX_LINES = 5;
const MAX_COMMON = 2;

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
 * Says in plain sentences what a show tells, with what was found as data, the most useful first: what has changed and when,
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
function describeChange({ change: { step, openingTrend }, hasSides, latestFrom }: ShowFindings): ToldAnswer[] {
  if (step) {
    const { line, finding } = describeStep(step, hasSides);
    return [step.date >= latestFrom ? { line, finding } : { line }];
  }
  return openingTrend === undefined ? [] : [describeTrend(TREND_EPISODES * openingTrend)];
}

function describeStep(
  { figure, date, size, isSudden }: NonNullable<ShowFindings["change"]["step"]>,
  hasSides: boolean,
): ToldAnswer {
  const part = figure === "average" ? "on average" : FIGURES[figure].name;
  const [who, more] = size > 0 ? ["more", "more"] : ["fewer", "less"];
  // Before and after a given date, the same step may be more than a steady change explains: here, the date is searched.
  const cause = isSudden
    ? ", more than a steady change explains."
    : ". Of all dates, this one fits best, so the change may also be steady.";
  const usual = hasSides ? " What is usual for an episode is that of its own side." : "";
  return {
    line: `From ${date} on, ${who} stay: ${part} about ${formatDifference(size)} ${more}${cause}${usual}`,
    finding: { kind: "change", figure, size, date, isSudden },
  };
}

/** @param points by which the opening rises over ten episodes */
function describeTrend(points: number): ToldAnswer {
  const [who, more] = points > 0 ? ["more", "more"] : ["fewer", "less"];
  return {
    line: `In later episodes, ${who} stay through the opening: after 1 min, about ${formatDifference(points)} ${more} every ${TREND_EPISODES} episodes on average.`,
    finding: { kind: "change", figure: "after1min", size: points, every: TREND_EPISODES },
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
  const { title: chapter, kind, share, episodes, example } = habit;
  return {
    line: describeTold(toTold(habit, compared)),
    finding: example && { kind, ...pickPlace(example), share, chapter, episodes, of: compared },
  };
}

function pickPlace({ guid, title, from, to }: LeadingPassage): LeadingPassage {
  return { guid, title, from, to };
}

function describePhrase(habit: ShowFindings["phrases"][number], compared: number): ToldAnswer {
  const { phrase, kind, share, episodes, of, example } = habit;
  const verb = kind === "skip" ? "skip" : "drop off";
  const which = `${episodes} of ${of} episodes${of < compared ? " with transcripts" : ""}`;
  const beyond = kind === "loss" ? ", beyond the usual decline" : "";
  const amount = formatPercent(100 * share);
  return {
    line: `In ${which}, listeners ${verb} after ${quote(`${phrase} …`)}: ${amount} of those present${beyond} (median).`,
    finding: example && { kind, ...pickPlace(example), share, phrase, episodes, of },
  };
}

/**
 * Describes it, with names unless all episodes have it:
 *
 *     In 6 of 18 episodes, about 15 % of those present drop off at about 20:00: “Tides”, “Harbours”, “Salt”, and 3 more.
 */
function describePlace({
  kind,
  by,
  at,
  share,
  episodes,
  of,
  found,
  recent,
}: ShowFindings["places"][number]): ToldAnswer {
  const verb = kind === "loss" ? "drop off" : "skip a passage";
  const amount = formatPercent(100 * share);
  const names = episodes < of ? `: ${listFirst([...new Set(found.map(({ title }) => quote(title)))])}` : "";
  const [first] = recent;
  return {
    line: `In ${episodes} of ${of} episodes, about ${amount} of those present ${verb} ${tellCommonPlace({ by, at })}${names}.`,
    finding: first && {
      kind,
      ...pickPlace({ ...first, from: first.time, to: first.time }),
      elsewhere: recent.map(({ guid, title, time }) => ({ guid, title, from: time, to: time })),
      share,
      place: { by, at },
      episodes,
      of,
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
  return [{ line: `Of ${of} recurring segments, ${told.join(", and ")}, beyond the usual decline.`, segments }];
}
