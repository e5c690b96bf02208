import { group, max, min } from "d3-array";
import type { Moment } from "../curve/moments/moment.ts";
import { ALPHA } from "../curve/statistics/limits.ts";
import { type ChapterSpan, findNamed } from "../episode/chapters.ts";
import type { ComparedFindings } from "../episode/findings.ts";
import { findMostFrequentKind } from "../episode/hundred-percent.ts";
import type { Measures } from "../usual/measured.ts";
import { PARTS } from "../usual/typicality.ts";
import { type Best, findBest } from "./best.ts";
import { type CommonPlace, findCommonPlaces } from "./common-places.ts";
import { findHabits, type Habit } from "./habits.ts";
import { findPhraseHabits, PASSAGE, type PhraseHabit, type WithWords } from "./phrase-habits.ts";
import { findSegments, type Segments } from "./segments.ts";
import { findShowChange, type ShowChange, sortByDate } from "./show-change.ts";

/** A passage of an episode, to which a card leads. */
export interface LeadingPassage {
  readonly guid: string;
  readonly title: string;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** An episode with its findings, as the answers about its show need it. */
export interface ShowEpisode extends Measures, WithWords {
  readonly title: string;
  readonly findings: ComparedFindings;
}

/**
 * What a whole show tells, of its full episodes. What is said of single ones is of the latest. The rest is of those of the most frequent kind
 * of 100 %, and all but the opening of those that are no longer young.
 */
export interface ShowFindings {
  /** Number of episodes of which the show's answers are: of one kind, with curves that prove something. */
  readonly compared: number;
  /** Number of full episodes, also of those whose curves prove little. */
  readonly full: number;
  /** Each with the chapter in the latest episode that has it. */
  readonly habits: readonly (Habit & { readonly example?: LeadingPassage })[];
  /** After which listeners skip or leave, apart from these chapters, each with the passage in the latest episode that says it. */
  readonly phrases: readonly (PhraseHabit & { readonly example?: LeadingPassage })[];
  /** Where listeners of many episodes leave or skip, apart from these chapters, and from what these phrases begin. */
  readonly places: readonly (CommonPlace & { readonly recent: CommonPlace["found"] })[];
  /** Undefined where none keeps its listeners clearly better or worse than each other. */
  readonly segments?: Segments;
  /** Episodes with a loss beyond the usual that is not at such a place, the largest first. */
  readonly losses: readonly ShowEpisode[];
  /** Number of losses that chance would bring at most, nearly always. */
  readonly lossesByChance: number;
  readonly change: ShowChange;
  /** Date of the first of the latest episodes, as YYYY-MM-DD; empty if all are. */
  readonly latestFrom: string;
  /** Whether episodes are compared with those of their side of the change alone. */
  readonly hasSides: boolean;
  /** Episodes that differ from the usual, those that differ most certainly first. */
  readonly differing: readonly ShowEpisode[];
  /** Whether the first of them differs by more than chance of all episodes together. */
  readonly isCertain: boolean;
  /** Percentage points by which chance alone may take an average from the usual, at most; undefined if none is judged. */
  readonly reach: number | undefined;
  /** Number of episodes with a usual, and the number of those that would differ by chance. */
  readonly judged: number;
  readonly byChance: number;
  readonly best?: Best<ShowEpisode>;
}

/** At most, the part of the episodes without a loss of which a headline names one (docs/decisions/report-statements.md). */
const LOSSES_BY_CHANCE = 0.03;

/** What is said of single episodes is of so many, the latest: of an old one, there is nothing to be done. */
const LATEST = 24;

/** Seconds by which a moment may be outside of the chapter or the loss that it is of. */
const NEAR = 30;

/** Computes the answers about a show, from episodes in any order. */
export function computeShowFindings(episodes: readonly ShowEpisode[]): ShowFindings {
  const compared = findMostFrequentKind(episodes);
  const latest = selectLatest(episodes);
  const judged = latest.filter(({ findings }) => findings.usual !== undefined);
  const differing = judged.filter(({ findings }) => findings.deviations.length > 0);
  const sorted = differing.toSorted((one, other) => computeChance(one) - computeChance(other));
  const grown = compared.filter(({ youth }) => youth === undefined);
  const best = findBest(
    grown.filter((episode) => episode.findings.usual?.figures.average !== undefined && latest.includes(episode)),
  );
  const habits = findHabits(grown);
  const chapters = habits.map((habit) => ({ kind: habit.kind, find: findChapter(habit, grown) }));
  const phrases = findPhraseHabits(grown).filter((phrase) => !chapters.some((chapter) => isSaidBy(phrase, chapter)));
  const said = [...chapters, ...phrases.map((phrase) => ({ kind: phrase.kind, find: findPassages(phrase) }))];
  const places = findCommonPlaces(grown);
  const segments = findSegments(grown);
  return {
    compared: grown.length,
    full: episodes.filter(({ type }) => type === undefined).length,
    habits: habits.map((habit) => ({ ...habit, ...findExample(latest, findChapter(habit, grown)) })),
    phrases: phrases.map((phrase) => ({ ...phrase, ...findExample(latest, findPassages(phrase)) })),
    places: places
      .filter((place) => !said.some((habit) => isSaidBy(place, habit)))
      .map((place) => ({
        ...place,
        recent: place.found.filter(({ guid }) => latest.some((episode) => episode.guid === guid)),
      })),
    ...(segments && { segments }),
    losses: findLosses(judged, places),
    lossesByChance: Math.ceil(LOSSES_BY_CHANCE * judged.length),
    change: findShowChange(compared),
    latestFrom: latest.length < episodes.length ? (sortByDate(latest)[0]?.date ?? "") : "",
    hasSides: compared.some(({ since }) => since !== undefined),
    differing: sorted,
    isCertain: (sorted[0] ? computeChance(sorted[0]) : 1) * PARTS.size * judged.length < ALPHA,
    reach: max(judged, ({ findings }) => findings.reach),
    judged: judged.length,
    byChance: Math.ceil(ALPHA * judged.length),
    ...(best && { best }),
  };
}

/** Selects the latest full episodes, the latest of them last; all in any order if few have a date. */
export function selectLatest<T extends Pick<Measures, "date" | "type">>(episodes: readonly T[]): readonly T[] {
  const full = episodes.filter(({ type }) => type === undefined);
  const dated = sortByDate(full);
  return dated.length > LATEST ? dated.slice(-LATEST) : full;
}

/** Finds the passages of an episode in which something happens, by its GUID. */
type FindPassages = (guid: string) => readonly ChapterSpan[];

/** Finds the chapter of a habit. */
function findChapter({ name }: Habit, episodes: readonly ShowEpisode[]): FindPassages {
  const rows = new Map(episodes.map((episode) => [episode.guid, findNamed(episode, name)]));
  return (guid) => [rows.get(guid) ?? []].flat();
}

/** Finds what a phrase begins. */
function findPassages({ found }: PhraseHabit): FindPassages {
  const passages = group(found, ({ guid }) => guid);
  return (guid) => (passages.get(guid) ?? []).map(({ time }) => ({ time, end: time + PASSAGE }));
}

/** Finds the first passage of the latest episode that has one. */
function findExample(episodes: readonly ShowEpisode[], find: FindPassages): { example?: LeadingPassage } {
  const latestFirst = episodes.toSorted((one, other) => (other.date ?? "").localeCompare(one.date ?? ""));
  const [example] = latestFirst.flatMap(({ guid, title }) =>
    find(guid).map(({ time, end }) => ({ guid, title, from: time, to: end })),
  );
  return example ? { example } : {};
}

/** Checks whether a chapter or a phrase says what happens at a place: most of its moments are there. */
function isSaidBy(
  { kind, found }: Pick<PhraseHabit, "kind" | "found">,
  habit: { readonly kind: Habit["kind"]; readonly find: FindPassages },
): boolean {
  if (kind !== habit.kind) return false;
  const inside = found.filter(({ guid, time }) => {
    return habit.find(guid).some((passage) => isNear(time, passage.time, passage.end));
  });
  return inside.length > found.length / 2;
}

/** Lists the episodes with a loss that is not at one of these places, the largest first. */
function findLosses(episodes: readonly ShowEpisode[], places: readonly CommonPlace[]): ShowEpisode[] {
  const losing = episodes.flatMap((episode) => {
    const { loss } = episode.findings;
    return loss && !places.some((place) => hasLoss(place, episode.guid, loss)) ? [{ episode, loss }] : [];
  });
  return losing.sort((one, other) => other.loss.share - one.loss.share).map(({ episode }) => episode);
}

/** Checks whether an episode's largest loss is one that many have at that place. */
function hasLoss({ kind, found }: CommonPlace, guid: string, { from, to }: Moment): boolean {
  return kind === "loss" && found.some((moment) => moment.guid === guid && isNear(moment.time, from, to));
}

function isNear(time: number, from: number, to: number): boolean {
  return time >= from - NEAR && time <= to + NEAR;
}

/** Computes how probable an episode is by chance; the least probable differ most certainly. */
function computeChance({ findings }: ShowEpisode): number {
  return min(findings.deviations, ({ p }) => p) ?? 1;
}
