import type { Chart } from "../../../lib/chart.ts";
import { formatCount } from "../../../lib/count.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { isOwnSource } from "../../../lib/source.ts";
import { type Kind, UNITS } from "../../sources/base/kinds.ts";
import { formatTime } from "../../sources/base/times.ts";
import { findKind, isOfVideo, nameSource } from "../../sources/curve/source-facts.ts";
import type { Transcript } from "../../sources/transcripts/transcript.ts";
import { computeFigures } from "../curve/figures.ts";
import { isOfPeak } from "../curve/insights.ts";
import { fillGaps } from "../curve/levels/gaps.ts";
import { computeStep, MIN_LISTENERS } from "../curve/levels/noise.ts";
import { cutText } from "../curve/text.ts";
import type { Episode } from "../episode/episode.ts";
import { packOutline } from "../episode/packed-curve.ts";
import type { Source } from "../episode/source-comparison.ts";
import { type BadChapters, type Chapter, computeYouth, type Measures } from "../usual/measured.ts";
import { computeProfile } from "../usual/profile.ts";
import type { SpokenEpisode } from "../words/moment-words.ts";
import { AS_AUDIO } from "./cut-sentences.ts";
import type { EpisodeName } from "./episode-name.ts";
import type { KeptQuote } from "./kept-speech.ts";
import { compareCurves, measureCurve, type SourcedCurve } from "./source-curves.ts";
import type { VideoCut } from "./video-cut.ts";

/** An episode with its curves, each of which has at least one point. */
interface CurveSet {
  readonly guid: string;
  readonly curves: readonly [SourcedCurve, ...SourcedCurve[]];
}

/** An episode that has not been compared with the others, with what is known of it besides. */
export interface LoneEpisode
  extends Measures,
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
  readonly sorted?: readonly SourcedCurve[];
  /** Its curves as they are measured, the leading one first. */
  readonly binned: readonly Source[];
  readonly packed: Pick<Episode, "curve" | "gaps">;
}

/** Chapters that a page takes of an episode: strangers write them. */
const MAX_CHAPTERS = 100;
/** So many chapters of an episode do not all begin in its first sixtieth. */
const MIN_EARLY = 5;
/** Seconds beyond the end at which a chapter is only its mark. */
const MARGIN = 10;
/** In UTF-16 code units. */
const MAX_CHAPTER_TITLE = 200;

/**
 * Puts the curve first that the report is about: the own one, else one with a number of listeners, which plays and views are not. Of the
 * same sources, it is the same whichever was imported last.
 */
function sortSources(curves: CurveSet["curves"]): CurveSet["curves"] {
  const [lead = curves[0], ...rest] = curves.toSorted(
    (one, other) => rankSource(one) - rankSource(other) || (one.source ?? "").localeCompare(other.source ?? "", "en"),
  );
  return [lead, ...rest];
}

function rankSource({ source, listeners }: SourcedCurve): number {
  if (source === undefined || isOwnSource(source)) return 0;
  const isOfListeners = listeners !== undefined && UNITS[findKind(source)] === "listener";
  return isOfListeners ? 1 : 2;
}

/**
 * Measures an episode's curves.
 *
 * @param madeAt when the report is made
 */
export function computeEpisode({ guid, curves }: CurveSet, name: EpisodeName = {}, madeAt = new Date()): LoneEpisode {
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
    title: cutToLine(title ?? "") || cutToLine(guid),
    ...(show !== undefined && { show: cutToLine(show) }),
    ...(date && { date }),
    ...(type && { type }),
    ...(audio !== undefined && { audio }),
    duration: chart.duration,
    ...(source !== undefined && { source: cutToLine(nameSource(source)) }),
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
    packed: packOutline(chart, gaps),
  };
  return addChapters(episode, { chapters, ...(badChapters && { badChapters }) });
}

/** Adds the first hundred chapters that begin before the curve ends. @param chapters in order of time */
export function addChapters(
  episode: LoneEpisode,
  { chapters = [], badChapters }: Pick<EpisodeName, "chapters" | "badChapters">,
): LoneEpisode {
  const beyond = chapters.filter(({ time }) => time > episode.end + MARGIN);
  const unused = findOtherUnit(chapters, beyond, episode.end);
  const inside = unused ? [] : chapters.filter(({ time }) => time < episode.end);
  const taken = inside.slice(0, MAX_CHAPTERS).map(({ title, end, ...place }, index): Chapter => {
    const isOpen = index === inside.length - 1 && beyond.length > 0;
    const stop = end ?? (index === MAX_CHAPTERS - 1 ? inside[MAX_CHAPTERS]?.time : undefined);
    return {
      ...place,
      ...(stop !== undefined && { end: stop }),
      ...(isOpen && { isOpen }),
      title: cutToLine(cutText(title, MAX_CHAPTER_TITLE)),
    };
  });
  const { count = 0, of = chapters.length, first } = badChapters ?? {};
  const left = unused === "early" ? chapters : beyond;
  const bad = { count: count + left.length, of, first: first ?? formatTime(left[0]?.time ?? 0) };
  return {
    ...episode,
    ...(taken.length > 0 && { chapters: taken }),
    ...(bad.count > 0 && { badChapters: { ...bad, ...(unused && { unused }) } }),
  };
}

/** Finds why the times of chapters are not seconds: minutes and fractions of an episode all lie in its first sixtieth. */
function findOtherUnit(all: readonly Chapter[], beyond: readonly Chapter[], end: number): BadChapters["unused"] {
  if (beyond.length > all.length / 2) return "beyond";
  return all.length >= MIN_EARLY && (all.at(-1)?.time ?? 0) < end / 60 ? "early" : undefined;
}

/** Adds what is said in an episode. */
export function addTranscript(
  episode: LoneEpisode,
  { cues, end }: Transcript,
  { language }: Pick<EpisodeName, "language"> = {},
): LoneEpisode & { readonly spoken: SpokenEpisode } {
  const known = Intl.Segmenter.supportedLocalesOf(toLocale(language))[0];
  return { ...episode, spoken: { cues, end, ...(known !== undefined && { language: known }) } };
}

/** Feeds write `en_US`, too. What is no language is none. */
function toLocale(language = ""): string[] {
  try {
    return Intl.getCanonicalLocales(language.trim().replaceAll("_", "-"));
  } catch {
    return [];
  }
}

/** Makes a text of strangers one printable line that can be laid out. */
function cutToLine(text: string): string {
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
