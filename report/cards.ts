import type { CommonPlace } from "./common-places.ts";
import { FIGURES, type FigureName } from "./curve/figures.ts";
import { formatDifference, formatPercent, formatTime, quoteShort } from "./curve/text.ts";
import type { Habit } from "./habits.ts";
import { OF_PRESENT } from "./headline.ts";
import type { Loss } from "./loss.ts";
import type { Found, LeadingPassage, ShowFindings } from "./show.ts";
import type { Deviation } from "./typicality.ts";

/**
 * A finding about a show in few words, with what it leads to. Its whole sentence, with all reservations, is the answer's line:
 * a card says less, and nothing else.
 */
export interface Card {
  /** What it is about: `Drop-off`. */
  readonly label: string;
  /** The number that one sees first: `24 %`, `+12 points`. */
  readonly amount: string;
  /** What the number is a part of, if that is not what 100 % is. */
  readonly of?: string;
  /** What the number is of. It begins in lower case where the number is its subject. */
  readonly claim: string;
  /** A passage to look at. */
  readonly passage?: LeadingPassage;
  /** A date before and after which the show is to be compared, as YYYY-MM-DD. Empty: the show over time. */
  readonly date?: string;
  /** The figure over time that it is of. */
  readonly figure?: FigureName;
  /** The same in other episodes. */
  readonly more?: readonly { readonly amount: string; readonly passage: LeadingPassage }[];
  /** Whether it is of one episode, with which the page begins. */
  readonly isOfEpisode?: true;
}

/** Most other episodes that a card names. */
const MAX_MORE = 3;

/** In parentheses, what others in the field call it. */
const LABELS = { skip: "Skip (dip)", loss: "Drop-off" } as const;

const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** Formats a date, given as YYYY-MM-DD, as `19 Feb 2026`, without a break. */
function formatDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : dates.format(time).replaceAll(" ", "\u00a0");
}

/** Only a sudden change has a date: the one that fits best says nothing of a steady one. */
export function composeChangeCard({ figure, date, size, isSudden }: NonNullable<ShowFindings["change"]["step"]>): Card {
  const when = isSudden ? ` since ${formatDate(date)}` : " in later episodes";
  const claim =
    figure === "average"
      ? `${size > 0 ? "More" : "Fewer"} stay on average${when}`
      : `${size > 0 ? "More" : "Fewer"} stay past the first minute${when}`;
  return { label: "Change", amount: formatSigned(size), claim, date, figure };
}

export function composeTrendCard(points: number, episodes: number): Card {
  const claim = `${points > 0 ? "More" : "Fewer"} stay past the first minute, every ${episodes} episodes`;
  return { label: "Trend", amount: formatSigned(points), claim, date: "", figure: "after1min" };
}

export function composeHabitCard(
  { title, kind, share, example }: Habit & { readonly example?: LeadingPassage },
  most: string,
): Card {
  const verb = kind === "skip" ? "skip" : "drop off at";
  return {
    label: LABELS[kind],
    amount: formatPercent(100 * share),
    of: OF_PRESENT,
    claim: `${verb} ${quoteShort(title)} in ${most}`,
    ...(example && { passage: example }),
  };
}

export function composePlaceCard(place: CommonPlace, where: string): Card {
  const { kind, share, episodes, of, found } = place;
  const passages = [...new Map(found.map((moment) => [moment.guid, moment])).values()].map((moment) => ({
    amount: formatPercent(100 * moment.share),
    passage: { guid: moment.guid, title: moment.title, from: moment.time, to: moment.time },
  }));
  const [first, ...more] = passages;
  return {
    label: LABELS[kind],
    amount: formatPercent(100 * share),
    of: OF_PRESENT,
    claim: `${kind === "skip" ? "skip a passage" : "drop off"} ${where}, in ${episodes} of ${of} episodes`,
    ...(first && { passage: first.passage }),
    ...(more.length > 0 && episodes < of && { more: more.slice(0, MAX_MORE) }),
  };
}

/** @param losses at least one, the largest first */
export function composeLossCard(losses: readonly { readonly episode: Found; readonly loss: Loss }[]): Card | undefined {
  const [first, ...more] = losses.map(({ episode, loss }) => ({
    loss,
    amount: formatPercent(100 * loss.share),
    passage: { guid: episode.guid, title: episode.title, from: loss.from, to: loss.to },
  }));
  if (!first) return undefined;
  const { loss, amount, passage } = first;
  const place = loss.chapter === undefined ? `at ${formatTime(loss.from)}` : `during ${quoteShort(loss.chapter)}`;
  return {
    label: more.length > 0 ? `Largest of ${losses.length} drop-offs` : LABELS.loss,
    amount,
    of: OF_PRESENT,
    claim: `drop off ${place} in ${quoteShort(passage.title)}`,
    passage,
    isOfEpisode: true,
    ...(more.length > 0 && { more: more.slice(0, MAX_MORE) }),
  };
}

export function composeDifferingCard(episodes: readonly Found[]): Card | undefined {
  const [first, ...more] = episodes.flatMap((episode) => {
    const [deviation] = episode.findings.deviations;
    return deviation ? [{ episode, deviation }] : [];
  });
  if (!first) return undefined;
  const others = more.slice(0, MAX_MORE).map(({ episode, deviation }) => {
    return { amount: formatGap(deviation), passage: toPassage(episode) };
  });
  const { figure, value, usual } = first.deviation;
  return {
    label: more.length > 0 ? `Clearest of ${more.length + 1} that stand apart` : "Stands apart",
    amount: formatGap(first.deviation),
    claim: `${quoteShort(first.episode.title)}: ${FIGURES[figure].name} ${formatPercent(value)}, usually ${formatPercent(usual)}`,
    passage: toPassage(first.episode),
    isOfEpisode: true,
    ...(others.length > 0 && { more: others }),
  };
}

export function composeBestCard(episode: Found, usual: number): Card {
  const { average } = episode.figures;
  return {
    label: "Holds best for its length",
    amount: formatSigned(average - usual),
    claim: `${quoteShort(episode.title)} keeps ${formatPercent(average)} on average, usual for ${formatTime(episode.end)}: ${formatPercent(usual)}`,
    passage: toPassage(episode),
    isOfEpisode: true,
  };
}

function toPassage({ guid, title, findings }: Found): LeadingPassage {
  const { from = 0, to = 0 } = findings.loss ?? {};
  return { guid, title, from, to };
}

function formatGap({ value, usual }: Deviation): string {
  return formatSigned(value - usual);
}

/** Formats points with their sign: `+12 points`. */
function formatSigned(points: number): string {
  return `${points < 0 ? "−" : "+"}${formatDifference(points).replace(" ", "\u00a0")}`;
}
