import { deviation, greatest, max, mean, median, range } from "d3-array";
import { computeFigures } from "./curve/figures.ts";
import { computeEdge } from "./curve/levels/alignment.ts";
import { ALPHA } from "./curve/statistics/limits.ts";
import { computeStudentP } from "./curve/statistics/student.ts";
import type { Measured } from "./findings.ts";
import { findOthers, MIN_OTHERS } from "./others.ts";

/** Titles that name credits, in the languages of most feeds. Another last chapter is content. */
const TITLE =
  /\b(?:credits|outro|abspann|abmoderation|générique|créditos|titoli di coda|aftiteling|eftertexter|rulletekster)\b/iu;

/** Seconds between two places before the end. */
const STEP = 5;

/** Listeners leave at credits within so many seconds, or two bins of a curve. */
const LAG = 30;

/**
 * Falls are over so many seconds before the end, or two bins: what players did not log is missing in the last ones, and if
 * the feed's duration is too long, the last bin with listeners is half empty.
 */
const LAST = 20;

/** Smaller falls are not called credits. A part of those present. */
const MIN_FALL = 0.25;

/** If fewer are there shortly before the end, the file ends at the fall, and its duration in the feed is wrong. */
const MIN_REST = 0.1;
const SHORTLY = 10;

/** An episode of a show with credits has none if its own fall is below this part of the others'. */
const OWN_PART = 0.5;

/** What listeners lose over most of a fall is its beginning. */
const MOST = 0.9;

/** Adds to each episode where its credits begin, and how many reach them, if the others of its show say so. */
export function addCredits<T extends Measured>(episodes: readonly T[]): T[] {
  const falls = new Map(episodes.map((episode) => [episode.guid, computeFalls(episode)]));
  return episodes.map((episode) => {
    if (episode.doubt !== undefined) return episode;
    const { similar } = findOthers(episode, episodes);
    const credits = findNamedCredits(episode, similar) ?? findUnnamedCredits(episode, similar, falls);
    return credits === undefined ? episode : { ...episode, credits, figures: computeFigures(episode.curve, credits) };
  });
}

/** Returns where the last chapter of an episode begins, in seconds, if its title is that of credits, as in five others. */
function findNamedCredits(episode: Measured, similar: readonly Measured[]): number | undefined {
  const start = findCreditsChapter(episode);
  const same = similar.filter((other) => findCreditsChapter(other) !== undefined);
  return same.length < MIN_OTHERS ? undefined : start;
}

function findCreditsChapter({ chapters, end }: Measured): number | undefined {
  const last = chapters?.at(-1);
  return last && TITLE.test(last.title) && last.time >= end - computeEdge(end) ? last.time : undefined;
}

/** The part of those present who leave within a short time, and don't come back, by steps before the end. */
interface Falls {
  readonly parts: readonly (number | undefined)[];
  /** Steps of that time. */
  readonly lag: number;
}

/**
 * Computes how many leave for good at each place before the end, beyond those who leave in as short a time before it. Who
 * skips a passage comes back: what counts is the highest level until the end.
 */
function computeFalls({ profile, curve }: Measured): Falls {
  const { end, getLevel } = profile;
  const lag = Math.ceil(Math.max(LAG, 2 * curve.seconds) / STEP);
  const last = Math.ceil(Math.max(LAST, 2 * curve.seconds + STEP) / STEP);
  const first = Math.floor(computeEdge(end) / STEP);
  const levels = range(first + lag + 1).map((step) => getLevel(end - step * STEP));
  const parts = levels.slice(0, first + 1).map((present, step) => {
    if (step < last + lag || (levels[SHORTLY / STEP] ?? 0) <= MIN_REST * present) return undefined;
    const own = Math.max(0, 1 - present / (levels[step + lag] || 1));
    const stay = max(levels.slice(0, step - lag + 1)) ?? 0;
    return 1 - stay / present - own;
  });
  return { parts, lag };
}

/** Finds where an episode's credits begin, in seconds: at the fall that it shares with the others. */
function findUnnamedCredits(
  episode: Measured,
  similar: readonly Measured[],
  falls: ReadonlyMap<string, Falls>,
): number | undefined {
  const own = falls.get(episode.guid);
  const common = own && findCommonFall(similar.flatMap(({ guid }) => falls.get(guid) ?? []));
  if (!common) return undefined;
  const near = range(Math.max(0, common.step - own.lag), common.step + own.lag + 1);
  const largest = max(near, (step) => own.parts[step]) ?? 0;
  if (largest < OWN_PART * common.part) return undefined;
  const step = near.find((place) => (own.parts[place] ?? 0) >= MOST * largest) ?? common.step;
  const start = episode.end - step * STEP;
  return isContent(episode, start, own.lag * STEP) ? undefined : start;
}

/** Finds the place before the end where listeners leave in most episodes: Student's t, at 5 % for all places (Bonferroni). */
function findCommonFall(falls: readonly Falls[]): { readonly step: number; readonly part: number } | undefined {
  const last = max(falls, ({ parts }) => parts.length) ?? 0;
  const places = range(last).flatMap((step) => {
    const parts = falls.flatMap((fall) => fall.parts[step] ?? []);
    const part = median(parts) ?? 0;
    if (parts.length < MIN_OTHERS || part < MIN_FALL) return [];
    const t = (mean(parts) ?? 0) / ((deviation(parts) ?? 0) / Math.sqrt(parts.length) || 1e-9);
    return t > 0 && computeStudentP(t, parts.length - 1) / 2 < ALPHA / last ? [{ step, part }] : [];
  });
  return greatest(places, ({ part }) => part);
}

/** Checks whether a chapter of another name begins there. */
function isContent({ chapters = [] }: Measured, start: number, near: number): boolean {
  return chapters.some(({ time, title }) => Math.abs(time - start) <= near && !TITLE.test(title));
}
