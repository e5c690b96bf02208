import { greatest, group, least, mean, median } from "d3-array";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import { computeEdge } from "../curve/levels/levels.ts";
import { findEnding } from "../curve/moments/opening.ts";
import type { Measures } from "../usual/measured.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import { describeLengths, type SpokenEpisode } from "../words/moment-words.ts";
import { findRecurringPhrases } from "../words/recurring-phrases.ts";
import { type Habit, type HabitShares, judgeShares, measureHabit } from "./habits.ts";

interface SpokenPlace {
  readonly guid: string;
  /** Seconds. */
  readonly time: number;
}

/** A phrase after which listeners skip or leave in most episodes that are transcribed. */
export interface PhraseHabit extends Pick<Habit, "kind" | "share"> {
  /** As in {@link RecurringPhrase}. */
  readonly phrase: string;
  /** Number of the transcribed episodes that say it, and of all. */
  readonly episodes: number;
  readonly of: number;
  /** Where it is said. */
  readonly found: readonly SpokenPlace[];
}

/** An episode of which a transcript may say what is said. */
export interface WithWords extends Pick<Measures, "guid" | "curve"> {
  /** Seconds that the curve is drawn over. */
  readonly duration: number;
  readonly spoken?: SpokenEpisode;
}

/**
 * No transcript says where the passage ends that a phrase begins, and the place where listening comes back can't be searched
 * without finding one by chance. An advertisement that is read takes a minute and a half at most. Who skips it is gone after
 * 20 seconds, also of one of half a minute, and counts as present up to two minutes after it (measurePresent). So one of three
 * minutes is still skipped, and not left.
 */
export const PASSAGE = 90;
const INSIDE = 20;

/** Of phrases in one passage, the first is told whose share is at least this part of the largest. */
const NEARLY = 0.75;

/**
 * Finds the phrases after which listeners skip, or leave beyond the episode's own rate, in most episodes: those that more than
 * five and at least half of the transcribed episodes say between opening and ending. The test is that of chapters, at 5 %
 * for all these phrases.
 */
export function findPhraseHabits(episodes: readonly WithWords[]): PhraseHabit[] {
  const transcribed = episodes.flatMap((episode) => {
    const inner = selectInner(episode);
    return inner ? [{ ...episode, inner }] : [];
  });
  if (transcribed.length <= MIN_OTHERS) return [];
  const phrases = findRecurringPhrases(
    transcribed.map(({ inner }) => inner),
    MIN_OTHERS + 1,
  );
  const habits = phrases.flatMap(({ text, times }) => {
    const measured = [...times].flatMap(([index, seconds]) => {
      const episode = transcribed[index];
      const shares = episode && measurePassages(episode.curve, seconds);
      return shares ? [{ ...shares, found: seconds.map((time) => ({ guid: episode.guid, time })) }] : [];
    });
    return judgeShares(measured, phrases.length).map((habit) => ({
      ...habit,
      phrase: text,
      episodes: measured.length,
      of: transcribed.length,
      found: measured.flatMap(({ found }) => found),
    }));
  });
  return selectApart(habits);
}

/** Selects what is said between opening and ending; undefined if the transcript is of another cut than the curve. */
function selectInner({ curve, duration, spoken }: WithWords): SpokenEpisode | undefined {
  if (!spoken || describeLengths(spoken, duration) !== undefined) return undefined;
  const [from, to] = [computeEdge(curve.end), findEnding(curve) - PASSAGE];
  return { ...spoken, cues: spoken.cues.filter(({ start, end }) => start >= from && end <= to) };
}

/** Measures an episode's passages that one phrase begins, on average. */
function measurePassages(curve: BinnedCurve, seconds: readonly number[]): HabitShares | undefined {
  const all = seconds.flatMap((time) => measureHabit(curve, { time, end: time + PASSAGE }, time + INSIDE) ?? []);
  if (all.length === 0) return undefined;
  return { ...averageShares(all), stated: averageShares(all.map(({ stated }) => stated)) };
}

function averageShares(all: readonly HabitShares["stated"][]): HabitShares["stated"] {
  const [skip, loss] = [mean(all, (each) => each.skip), mean(all, (each) => each.loss)];
  return { ...(skip !== undefined && { skip }), ...(loss !== undefined && { loss }) };
}

/** Selects one of the phrases that are said in one passage: listeners skip it after whatever is said there. */
function selectApart(habits: readonly PhraseHabit[]): PhraseHabit[] {
  const told = new Set<PhraseHabit>();
  let left = habits.toSorted((one, other) => other.share - one.share);
  for (let [largest] = left; largest; [largest] = left) {
    const passage = largest;
    const large = left.filter(({ share }) => share >= NEARLY * passage.share);
    const first = greatest(large, (habit) => measureOffset(passage, habit)) ?? passage;
    told.add(first);
    left = left.filter((one) => [passage, first].every((other) => measureOffset(one, other) === undefined));
  }
  return habits.filter((habit) => told.has(habit));
}

/** Measures by how many seconds a phrase is said after another one; undefined if it is of another passage in most places, or of another kind. */
function measureOffset({ kind, found }: PhraseHabit, other: PhraseHabit): number | undefined {
  if (kind !== other.kind) return undefined;
  const times = group(other.found, ({ guid }) => guid);
  const offsets = found.flatMap(({ guid, time }) => {
    const all = (times.get(guid) ?? []).map((place) => time - place.time);
    return least(all, Math.abs) ?? [];
  });
  const near = offsets.filter((offset) => Math.abs(offset) <= PASSAGE);
  return near.length > found.length / 2 ? median(near) : undefined;
}
