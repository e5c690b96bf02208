import { group, median } from "d3-array";
import type { Chart } from "../../../lib/chart.ts";
import { formatCount } from "../../../lib/count.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { isOwnSource } from "../../../lib/source.ts";
import { type Kind, UNITS } from "../../sources/base/kinds.ts";
import { formatTime } from "../../sources/base/times.ts";
import { findKind } from "../../sources/formats/source-facts.ts";
import type { KeptQuote } from "../../sources/transcripts/kept-quote.ts";
import type { Transcript } from "../../sources/transcripts/transcript.ts";
import { computeFigures } from "../curve/figures.ts";
import { isOfPeak } from "../curve/insights.ts";
import { fillGaps } from "../curve/levels/gaps.ts";
import { computeStep, MIN_LISTENERS } from "../curve/levels/noise.ts";
import { cutText } from "../curve/text.ts";
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
import { type BadChapters, type Chapter, computeYouth, type Measured } from "../usual/measured.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import { computeProfile, packProfile } from "../usual/profile.ts";
import type { SpokenEpisode } from "../words/moment-words.ts";
import { AS_AUDIO } from "./cut-sentences.ts";
import type { EpisodeName } from "./episode-name.ts";
import { findSpots, type SpotChoice } from "./episode-spots.ts";
import { packChart } from "./packed-curve.ts";
import { compareCurves, isOfVideo, type MeasuredSource, measureCurve, type Sourced } from "./source-curves.ts";
import { nameSource } from "./source-kind.ts";
import { addCut, addQuotes, addSpoken } from "./spoken-moments.ts";
import type { VideoCut } from "./video-cut.ts";

/** An episode with its curves, each of which has at least one point. */
interface Loaded {
  readonly guid: string;
  readonly curves: readonly [Sourced, ...Sourced[]];
}

/** An episode that has not been compared with the others, with what is known of it besides. */
export interface Uncompared
  extends Measured,
    Pick<
      Episode,
      "title" | "show" | "audio" | "duration" | "source" | "sources" | "sourcesText" | "isVideo" | "cutText" | "video"
    > {
  readonly spoken?: SpokenEpisode;
  /** Its video, if there are captions. Where they tell no times, nobody knows what is said in it. */
  readonly cut?: VideoCut | "unknown";
  /** What an earlier report showed of an episode whose transcript is not there. */
  readonly quotes?: readonly KeptQuote[];
  readonly badChapters?: BadChapters;
  /** Its curves, if one of them is of a video. */
  readonly sorted?: readonly Sourced[];
  /** Its curves as they are measured, the leading one first. */
  readonly binned: readonly MeasuredSource[];
  readonly packed: Pick<Episode, "curve" | "gaps">;
}

/** Chapters that a page takes of an episode: strangers write them. */
const MAX_CHAPTERS = 100;
/** Seconds beyond the end at which a chapter is only its mark. */
const MARGIN = 10;
/** In UTF-16 code units. */
const MAX_CHAPTER_TITLE = 200;

/** The report's title and date. */
export interface Heading {
  readonly title: string;
  readonly madeAt: Date;
  /** Whether somebody said that sponsors' spots are read by the host. */
  readonly isHostRead?: boolean;
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
 * Puts the curve first that the report is about: the own one, else one with a number of listeners, which plays and views are not. Of the
 * same sources, it is the same whichever was imported last.
 */
function sortSources(curves: Loaded["curves"]): Loaded["curves"] {
  const [lead = curves[0], ...rest] = curves.toSorted(
    (one, other) => rankSource(one) - rankSource(other) || (one.source ?? "").localeCompare(other.source ?? "", "en"),
  );
  return [lead, ...rest];
}

function rankSource({ source, listeners }: Sourced): number {
  if (source === undefined || isOwnSource(source)) return 0;
  const isOfListeners = listeners !== undefined && UNITS[findKind(source)] === "listener";
  return isOfListeners ? 1 : 2;
}

/**
 * Measures an episode's curves.
 *
 * @param madeAt when the report is made
 */
export function computeEpisode({ guid, curves }: Loaded, name: EpisodeName = {}, madeAt = new Date()): Uncompared {
  const sorted = sortSources(curves);
  const [{ chart, listeners, source, heard, updatedAt }, ...others] = sorted;
  const { title, date, utcOffset, type, chapters = [], badChapters, audio, show } = name;
  const lead = measureCurve(sorted[0]);
  const { curve, kind } = lead;
  const { end, step, gaps } = curve;
  const binned = [lead, ...others.map(measureCurve)];
  const doubt = computeDoubt(chart, listeners, kind);
  const youth = computeYouth(date, updatedAt, madeAt, utcOffset);
  const episode = {
    guid,
    title: toLine(title ?? "") || toLine(guid),
    ...(show !== undefined && { show: toLine(show) }),
    ...(date && { date }),
    ...(type && { type }),
    ...(audio !== undefined && { audio }),
    duration: chart.duration,
    ...(source !== undefined && { source: toLine(nameSource(source)) }),
    ...(listeners !== undefined && { listeners }),
    kind,
    ...(doubt !== undefined && { doubt }),
    ...(youth && { youth }),
    ...compareCurves(sorted, binned),
    binned,
    ...(isOfVideo(sorted[0]) && { isVideo: true }),
    ...(sorted.some(({ isAssumed }) => isAssumed) && { cutText: AS_AUDIO }),
    ...(sorted.some(isOfVideo) && { sorted }),
    ...(heard !== undefined && { heard }),
    isOfPeak: isOfPeak(chart),
    end,
    step,
    curve,
    figures: computeFigures(curve, { kind }),
    profile: computeProfile(fillGaps(chart.data, gaps), end),
    packed: packChart(chart, gaps),
  };
  return addChapters(episode, { chapters, ...(badChapters && { badChapters }) });
}

/** Adds the first hundred chapters that begin before the curve ends. @param chapters in order of time */
export function addChapters(
  episode: Uncompared,
  { chapters = [], badChapters }: Pick<EpisodeName, "chapters" | "badChapters">,
): Uncompared {
  const beyond = chapters.filter(({ time }) => time > episode.end + MARGIN);
  const isUnused = beyond.length > chapters.length / 2;
  const inside = isUnused ? [] : chapters.filter(({ time }) => time < episode.end);
  const taken = inside.slice(0, MAX_CHAPTERS).map(({ title, end, ...place }, index): Chapter => {
    const isOpen = index === inside.length - 1 && beyond.length > 0;
    const stop = end ?? (index === MAX_CHAPTERS - 1 ? inside[MAX_CHAPTERS]?.time : undefined);
    return {
      ...place,
      ...(stop !== undefined && { end: stop }),
      ...(isOpen && { isOpen }),
      title: toLine(cutText(title, MAX_CHAPTER_TITLE)),
    };
  });
  const { count = 0, of = chapters.length, first } = badChapters ?? {};
  const bad = { count: count + beyond.length, of, first: first ?? formatTime(beyond[0]?.time ?? 0) };
  return {
    ...episode,
    ...(taken.length > 0 && { chapters: taken }),
    ...(bad.count > 0 && { badChapters: { ...bad, ...(isUnused && { isUnused }) } }),
  };
}

/** Adds what is said in an episode. */
export function addTranscript(
  episode: Uncompared,
  { cues, end }: Transcript,
  { language }: Pick<EpisodeName, "language"> = {},
): Uncompared {
  return { ...episode, spoken: toSpoken({ cues, end }, language) };
}

/** @param language as in its feed */
export function toSpoken({ cues, end }: Pick<Transcript, "cues" | "end">, language: string | undefined): SpokenEpisode {
  const known = Intl.Segmenter.supportedLocalesOf(toLocale(language))[0];
  return { cues, end, ...(known !== undefined && { language: known }) };
}

/** Feeds write `en_US`, too. What is no language is none. */
function toLocale(language = ""): string[] {
  try {
    return Intl.getCanonicalLocales(language.trim().replaceAll("_", "-"));
  } catch {
    return [];
  }
}

/**
 * Compares each episode with the others of its show. Sorts them by show, the latest first, undated ones last, then by
 * title. Curves that prove little are last.
 */
export function compareEpisodes(episodes: readonly Uncompared[], spots: SpotChoice = {}): Report {
  const shows = [...group(episodes, ({ show }) => show)].sort(([one], [other]) => compareShows(one, other));
  const found = shows.map(([show, uncompared]) => {
    const members = compareMembers(uncompared);
    return { show, members, findings: computeShowFindings(members) };
  });
  const sorted = found.flatMap(({ members, findings: { phrases } }) =>
    members.map((member) => ({
      ...composeEpisode({ ...member, findings: addPhraseSkips(member, phrases) }),
      ...findSpots(member, phrases, spots),
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
function addTypes(episodes: readonly Uncompared[]): readonly Uncompared[] {
  if (episodes.every(({ type }) => type !== undefined)) return episodes.map(({ type: _, ...full }) => full);
  const usual = median(episodes, ({ end }) => end) ?? 0;
  const isShort = ({ end }: Uncompared) => end < SHORT_SECONDS && end < SHORT_PART * usual;
  return episodes.map((episode) => (isShort(episode) ? { type: "short", ...episode } : episode));
}

/** Adds to the episodes from a change of their show on that they are, if both sides have enough to say what is usual. */
function addSides(episodes: readonly Uncompared[]): readonly Uncompared[] {
  const timeline = findMostFrequentKind(episodes);
  const { date } = findShowChange(timeline).step ?? {};
  if (date === undefined) return episodes;
  const isSince = (episode: Uncompared) => timeline.includes(episode) && (episode.date ?? "") >= date;
  const count = timeline.filter(isSince).length;
  if (Math.min(count, timeline.length - count) <= MIN_OTHERS) return episodes;
  return episodes.map((episode) => (isSince(episode) ? { ...episode, since: date } : episode));
}

function compareMembers(uncompared: readonly Uncompared[]) {
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

/** Makes a text of strangers one printable line that can be laid out. */
function toLine(text: string): string {
  return toPrintable(cutText(text.replace(/\s+/g, " ").trim()));
}

/** With fewer points, a curve does not show where listeners leave. */
const FEW_POINTS = 24;

/**
 * Says why a curve proves little: `18 listeners`, `12 plays`, `10 points`, `one point`.
 *
 * @param listeners undefined if it is not known: then the curve's smallest step stands for one listener
 * @returns undefined if nothing speaks against it
 */
export function computeDoubt({ data }: Chart, listeners: number | undefined, kind: Kind): string | undefined {
  const points = new Set(data.map(({ time }) => time)).size;
  if (points === 1) return "one point";
  if (listeners !== undefined && listeners < MIN_LISTENERS) return formatCount(listeners, UNITS[kind]);
  if (points < FEW_POINTS) return `${points} points`;
  return computeStep(data, listeners) > 100 / MIN_LISTENERS ? "few listeners" : undefined;
}
