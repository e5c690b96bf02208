import { group, sort } from "d3-array";
import type { Kind } from "../lib/chart.ts";
import {
  type Card,
  composeBestCard,
  composeChangeCard,
  composeDifferingCard,
  composeHabitCard,
  composeLossCard,
  composePlaceCard,
  composeTrendCard,
} from "./cards.ts";
import type { CommonPlace } from "./common-places.ts";
import { FIGURES } from "./curve/figures.ts";
import { formatDifference, formatPercent, formatTime, quote } from "./curve/text.ts";
import type { Episode } from "./episode.ts";
import { HUNDRED_PERCENT } from "./hundred-percent.ts";
import type { Loss } from "./loss.ts";
import type { Found, ShowFindings } from "./show.ts";
import { describeDeviation } from "./summary.ts";
import { capitalize } from "./text/printable.ts";

/** Most episodes that one sentence names. */
const MAX_NAMED = 3;

/** Episodes over which the opening's trend is told. */
const TREND_EPISODES = 10;

/** Most sentences about a show besides that about its segments, and about what happens in most of its episodes. */
const MAX_LINES = 5;
const MAX_COMMON = 2;

/** What is said of a show: a whole sentence with all reservations, and in few words with what it leads to. */
export interface ToldAnswer {
  readonly line: string;
  /** Undefined where nothing was found. */
  readonly card?: Card | undefined;
}

/** A finding about a show, with what makes it the same finding in the next report. */
export interface Told {
  readonly key: string;
  readonly text: string;
}

/**
 * Says in plain sentences what a show tells, the most useful first: what has changed and when, chapters and places that
 * most skip or drop off at, the largest losses, which episodes differ, and which keeps its listeners best for its length.
 * Empty for too few episodes.
 */
export function describeShow(findings: ShowFindings): string[] {
  return answerShow(findings).map(({ line }) => line);
}

/** Says the same, with a card for each finding. */
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
export function listToldFindings(findings: ShowFindings): Told[] {
  const { habits, compared } = findings;
  return habits.map((habit) => ({ key: `${habit.kind} ${habit.title}`, text: describeHabit(habit, compared).line }));
}

/** Describes what happens in most episodes, the largest shares first. */
function describeCommon({ habits, places, compared }: ShowFindings): ToldAnswer[] {
  const common = [
    ...habits.map((habit) => ({ share: habit.share, answer: describeHabit(habit, compared) })),
    ...places.map((place) => ({ share: place.share, answer: describePlace(place) })),
  ];
  return common
    .sort((one, other) => other.share - one.share)
    .slice(0, MAX_COMMON)
    .map(({ answer }) => answer);
}

function describeHabit(habit: ShowFindings["habits"][number], compared: number): ToldAnswer {
  const { title, kind, share, episodes } = habit;
  const most = episodes === compared ? "In most episodes" : "In most episodes that have it";
  const verb = kind === "skip" ? "skip" : "drop off at";
  const beyond = kind === "loss" ? ", beyond the usual decline" : "";
  return {
    line: `${most}, listeners ${verb} ${quote(title)}: ${formatPercent(100 * share)} of those present${beyond} (median of ${episodes} episodes).`,
    card: composeHabitCard(habit, most.slice("In ".length)),
  };
}

/**
 * Describes it, with names unless all episodes have it:
 *
 *     In 6 of 18 episodes, about 15 % of those present drop off at about 20:00: “Tides”, “Harbours”, “Salt”, and 3 more.
 */
function describePlace(common: CommonPlace): ToldAnswer {
  const { kind, by, at, share, episodes, of, found } = common;
  const place = {
    start: `at about ${formatTime(at)}`,
    end: `about ${formatTime(at)} before the end`,
    part: `at about ${formatPercent(100 * at)} of the length`,
  }[by];
  const part = `${formatPercent(100 * share)} of those present`;
  const titles = new Map(found.map((moment) => [moment.guid, quote(moment.title)]));
  const names = episodes < of ? `: ${listFirst([...titles.values()])}` : "";
  const verb = kind === "loss" ? "drop off" : "skip a passage";
  const line = `In ${episodes} of ${of} episodes, about ${part} ${verb} ${place}${names}.`;
  return { line, card: composePlaceCard(common, place) };
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

/** Names the largest losses of single episodes. */
function describeLosses({ losses, lossesByChance }: ShowFindings): ToldAnswer[] {
  const found = losses.flatMap((episode) => {
    const { loss } = episode.findings;
    return loss ? [{ episode, loss }] : [];
  });
  if (found.length === 0) return [];
  const named = found.map(({ episode, loss }) => `${quote(episode.title)} (${describeLoss(loss)})`);
  const count = losses.length === 1 ? "One episode has a drop-off" : `${losses.length} episodes have drop-offs`;
  const line = `${count} beyond the usual (by chance, up to ${lossesByChance} would): ${listFirst(named)}.`;
  return [{ line, card: composeLossCard(found) }];
}

function describeLoss({ share, from, chapter }: Loss): string {
  const place = chapter === undefined ? `at ${formatTime(from)}` : `during ${quote(chapter)}`;
  return `${formatPercent(100 * share)} of those present ${place}`;
}

/** Says from which date on the show keeps more or fewer listeners, or that its opening changes steadily. */
function describeChange({ change: { step, openingTrend } }: ShowFindings): ToldAnswer[] {
  if (step) {
    const { figure, date, size, isSudden } = step;
    const part = figure === "average" ? "on average" : FIGURES[figure].name;
    // Before and after a given date, the same step may be more than a steady change explains: here, the date is searched.
    const cause = isSudden
      ? ", more than a steady change explains."
      : ". Of all dates, this one fits best, so the change may also be steady.";
    const line = `From ${date} on, ${size > 0 ? "more" : "fewer"} stay: ${part} about ${formatDifference(size)} ${size > 0 ? "more" : "less"}${cause}`;
    return [{ line, card: composeChangeCard(step) }];
  }
  if (openingTrend === undefined) return [];
  const points = formatDifference(TREND_EPISODES * openingTrend);
  const line = `In later episodes, ${openingTrend > 0 ? "more" : "fewer"} stay through the opening: after 1 min, about ${points} ${openingTrend > 0 ? "more" : "less"} every ${TREND_EPISODES} episodes on average.`;
  return [{ line, card: composeTrendCard(TREND_EPISODES * openingTrend, TREND_EPISODES) }];
}

function describeDiffering({ differing, judged, byChance }: ShowFindings): ToldAnswer[] {
  if (judged === 0) return [];
  const chance = `of ${judged}, ${byChance === 1 ? "one" : `up to ${byChance}`} might by chance`;
  if (differing.length === 0) return [{ line: "No episode differs from the others by more than chance." }];
  const count = differing.length === 1 ? "One episode stands" : `${differing.length} episodes stand`;
  const named = differing.map((episode) => `${quote(episode.title)}${describeFirst(episode)}`);
  return [{ line: `${count} apart (${chance}): ${listFirst(named)}.`, card: composeDifferingCard(differing) }];
}

function describeFirst({ findings }: Found): string {
  const [first] = findings.deviations;
  return first ? ` (${describeDeviation(first)})` : "";
}

function describeBest({ best, compared, judged }: ShowFindings): ToldAnswer[] {
  if (judged === 0 || compared === 0) return [];
  if (!best) return [{ line: "No episode keeps its listeners clearly better than others of its length." }];
  const { episode, usual } = best;
  const line = `${quote(episode.title)} keeps its listeners best for its length: on average ${formatPercent(episode.figures.average)}, usual for ${formatTime(episode.end)}: ${formatPercent(usual)}.`;
  return [{ line, card: composeBestCard(episode, usual) }];
}

/** Names the first ones, and says how many there are besides: `“Tides”, “Harbours”, “Salt”, and 3 more`. */
export function listFirst(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : "";
  return `${names.slice(0, MAX_NAMED).join(", ")}${more}`;
}

/** Says what 100 % is. If that is not the same in all curves, says it for each kind, with the sources' names. */
export function explainHundredPercent(episodes: readonly Pick<Episode, "kind" | "source">[]): string[] {
  const kinds = [...group(episodes, ({ kind }) => kind)];
  if (kinds.length === 1) return kinds.map(([kind]) => `100\u00a0% is ${HUNDRED_PERCENT[kind]}.`);
  // Own curves may be of two kinds: those that say least come last, without a name that another kind has.
  const sorted = sort(kinds, ([kind]) => Number(kind === "unknown"));
  const named = new Set<string>();
  return sorted.map(
    ([kind, members]) => `${nameMembers(kind, members, named)}: 100\u00a0% is ${HUNDRED_PERCENT[kind]}.`,
  );
}

/** @param named the sources that are named already, to which it adds */
function nameMembers(kind: Kind, members: readonly Pick<Episode, "source">[], named: Set<string>): string {
  const names = [...new Set(members.flatMap(({ source }) => source ?? []))].filter((name) => !named.has(name));
  for (const name of names) named.add(name);
  if (names.length > 0) return capitalize(names.join(", "));
  return kind === "unknown" ? "Other curves" : "Curves above 100\u00a0%";
}
