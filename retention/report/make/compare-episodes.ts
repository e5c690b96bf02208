import { group, median } from "d3-array";
import type { SpotPlace } from "../../sources/base/spot-place.ts";
import { addCredits } from "../episode/credits.ts";
import type { Episode } from "../episode/episode.ts";
import { type ComparedFindings, computeFindings } from "../episode/findings.ts";
import { findMostFrequentKind } from "../episode/hundred-percent.ts";
import { type Finding, rankFindings, type ToldAnswer } from "../show/finding.ts";
import { type LatestEpisode, tellLatest } from "../show/latest-episode.ts";
import { PASSAGE } from "../show/phrase-habits.ts";
import { computeShowFindings, type ShowFindings } from "../show/show.ts";
import { answerShow, describeFew, listToldFindings, type ToldFinding } from "../show/show-answers.ts";
import { findShowChange } from "../show/show-change.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import { packProfile } from "../usual/profile.ts";
import { findSpots } from "./episode-spots.ts";
import type { LoneEpisode } from "./measure-episode.ts";
import { addCut, addQuotes, addSpoken } from "./spoken-moments.ts";

/** The report's title and date. */
export interface Heading {
  readonly title: string;
  readonly madeAt: Date;
  /** Whether somebody said that sponsors' spots are read by the host. */
  readonly isHostRead?: boolean;
}

export const DEFAULT_TITLE = "Listener retention";

/** Finds the title of a report: its show's, if it is of one. @param isStrict whether an episode of no feed is of another show */
export function findReportTitle(episodes: readonly LoneEpisode[], isStrict = false): string {
  const shows = new Set(episodes.map(({ show }) => show));
  if (!isStrict) shows.delete(undefined);
  const [show = DEFAULT_TITLE] = shows;
  return shows.size === 1 ? show : DEFAULT_TITLE;
}

/** What is said of a show. */
export interface ShowAnswers {
  /** Undefined for the episodes that are in no feed. */
  readonly show?: string;
  readonly answers: readonly ToldAnswer[];
  /** What a report begins with, the most useful first. */
  readonly findings: readonly Finding[];
  readonly latest?: LatestEpisode;
  /** What more episodes would bring, if they are few. */
  readonly few?: string;
  /** The findings that the next report can recognize. */
  readonly told: readonly ToldFinding[];
}

/** All that a report shows. */
export interface Report {
  readonly shows: readonly ShowAnswers[];
  readonly episodes: readonly Episode[];
}

/**
 * Compares each episode with the others of its show. Sorts them by show, the latest first, undated ones last, then by
 * title. Curves that prove little are last.
 */
export function compareEpisodes(episodes: readonly LoneEpisode[], listed: readonly SpotPlace[] = []): Report {
  const shows = [...group(episodes, ({ show }) => show)].sort(([one], [other]) => compareShows(one, other));
  const found = shows.map(([show, uncompared]) => {
    const members = compareMembers(uncompared);
    return { show, members, findings: computeShowFindings(members) };
  });
  const sorted = found.flatMap(({ members, findings: { phrases } }) =>
    members.map((member) => ({
      ...composeEpisode({ ...member, findings: addPhraseSkips(member, phrases) }),
      spots: findSpots(member, phrases, listed),
    })),
  );
  return {
    shows: found.map(({ show, findings }) => {
      const answers = answerShow(findings);
      const own = sorted.filter((episode) => episode.show === show);
      const [latest, few] = [tellLatest(own), describeFew(findings)];
      return {
        ...(show !== undefined && { show }),
        answers,
        findings: rankFindings(answers, own),
        ...(latest && { latest }),
        ...(few !== undefined && { few }),
        told: listToldFindings(findings),
      };
    }),
    episodes: sorted.sort((one, other) => Number(one.doubt !== undefined) - Number(other.doubt !== undefined)),
  };
}

function compareShows(one: string | undefined, other: string | undefined): number {
  return Number(one === undefined) - Number(other === undefined) || (one ?? "").localeCompare(other ?? "", "en");
}

/** An episode under five minutes that is so small a part of the usual length is no full one, whatever its feed says. */
const SHORT_SECONDS = 300;
const SHORT_PART = 0.25;

/** Few feeds name their trailers: adds a type to episodes that are far shorter than the others. Of a feed without a full one, all count as such. */
function addTypes(episodes: readonly LoneEpisode[]): readonly LoneEpisode[] {
  if (episodes.every(({ type }) => type !== undefined)) return episodes.map(({ type: _, ...full }) => full);
  const usual = median(episodes, ({ end }) => end) ?? 0;
  const isShort = ({ end }: LoneEpisode) => end < SHORT_SECONDS && end < SHORT_PART * usual;
  return episodes.map((episode) => (isShort(episode) ? { type: "short", ...episode } : episode));
}

/** Adds to the episodes from a change of their show on that they are, if both sides have enough to say what is usual. */
function addSides(episodes: readonly LoneEpisode[]): readonly LoneEpisode[] {
  const timeline = findMostFrequentKind(episodes);
  const { date } = findShowChange(timeline).step ?? {};
  if (date === undefined) return episodes;
  const isSince = (episode: LoneEpisode) => timeline.includes(episode) && (episode.date ?? "") >= date;
  const count = timeline.filter(isSince).length;
  if (Math.min(count, timeline.length - count) <= MIN_OTHERS) return episodes;
  return episodes.map((episode) => (isSince(episode) ? { ...episode, since: date } : episode));
}

function compareMembers(uncompared: readonly LoneEpisode[]) {
  const episodes = addSides(addCredits(addTypes(uncompared)));
  const found = episodes.map((episode) => ({ ...episode, findings: computeFindings(episode, episodes) }));
  return found.sort(
    (one, other) =>
      (other.date ?? "").localeCompare(one.date ?? "") || one.title.localeCompare(other.title, "en", { numeric: true }),
  );
}

/** Adds to the skips of an episode that they are usual where a phrase begins what most episodes' listeners skip. */
function addPhraseSkips(
  { guid, findings }: ReturnType<typeof compareMembers>[number],
  phrases: ShowFindings["phrases"],
): ComparedFindings {
  const moments = findings.insights.moments.map((moment) => {
    const habit = phrases.find(
      ({ kind, found }) =>
        kind === "skip" &&
        moment.kind === "skip" &&
        found.some((place) => place.guid === guid && place.time < moment.to && place.time + PASSAGE > moment.from),
    );
    return habit ? { ...moment, usual: habit.share } : moment;
  });
  return { ...findings, insights: { ...findings.insights, moments } };
}

/** Leaves out what only the comparison needs, and packs the rest. The chapters are those of the findings. */
function composeEpisode(compared: ReturnType<typeof compareMembers>[number]): Episode {
  const {
    curve,
    profile,
    packed,
    figures,
    step,
    end,
    heard,
    isOfPeak,
    credits,
    chapters,
    findings,
    spoken,
    cut,
    sorted: ___,
    binned: _____,
    quotes,
    badChapters: ____,
    ...rest
  } = compared;
  const { alone: _, reach: __, ...told } = findings;
  const episode = { ...rest, ...told, profile: packProfile(profile), ...packed };
  const placed = cut && cut !== "unknown" ? addCut(episode, cut) : episode;
  if (spoken) return addSpoken(placed, spoken, cut);
  return quotes ? addQuotes(placed, quotes) : placed;
}
