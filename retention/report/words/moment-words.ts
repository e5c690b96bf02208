import { least } from "d3-array";
import { formatTime } from "../../sources/base/times.ts";
import type { Cue } from "../../sources/transcripts/cue.ts";
import { isSameMoment, type Moment } from "../curve/moments/moment.ts";
import { nestQuotes } from "../curve/text.ts";
import type { ChapterRow } from "../episode/chapters.ts";
import { type Episode, toAudio } from "../episode/episode.ts";
import { findSilence, findSpokenWords } from "./spoken-words.ts";

/** What is said in an episode. */
export interface SpokenEpisode {
  /** In order of their starts. */
  readonly cues: readonly Cue[];
  /** Seconds: where the last cue ends. */
  readonly end: number;
  /** As BCP 47 has it, if it is known. */
  readonly language?: string;
}

/**
 * A transcript is of another cut than a curve if its last cue ends outside of these parts of the curve's duration, as where
 * advertisements are inserted. After the last word, music may follow.
 */
const SHORTEST = 0.85;
const LONGEST = 1.01;

/** Says which lengths differ if a transcript is of another cut than a curve: `17:29 and 37:20`. */
export function describeLengths({ end }: Pick<SpokenEpisode, "end">, duration: number): string | undefined {
  if (end >= SHORTEST * duration && end <= LONGEST * duration) return undefined;
  return `${formatTime(end)} and ${formatTime(duration)}`;
}

/** Seconds by which a moment may be off: so near to a chapter's start, that is where it begins. */
const NEAR_CHAPTER = 10;

/**
 * Adds to a moment what is said there.
 *
 * @param moment of a curve that is as long as what is said
 * @param chapters of what is said
 */
export function addWords(
  moment: Moment,
  { cues, language }: SpokenEpisode,
  chapters: readonly Pick<ChapterRow, "time">[] = [],
): Moment {
  const { kind, from, to } = moment;
  const near = least(chapters, ({ time }) => Math.abs(time - from));
  const time = near && Math.abs(near.time - from) <= NEAR_CHAPTER ? near.time : from;
  const start = { from: time, to: kind === "loss" ? Math.max(time, to) : time };
  const words = findSpokenWords(cues, start, time, language);
  const end = kind === "loss" ? undefined : findSpokenWords(cues, { from: to, to }, to, language);
  if (words) return { ...moment, words: { ...words, ...(end && { end }) } };
  const silence = findSilence(cues, start);
  return silence ? { ...moment, silence } : moment;
}

/** Seconds by which two sources may see one moment apart: platforms count in bins of up to half a minute. */
export const APART = 30;

/** Leaves the words of other sources out where the leading one sees the same moment: a page shows them once. */
export function leaveOutRepeated<One extends Pick<Episode, "insights" | "sources">>(episode: One): One {
  const { sources, insights } = episode;
  if (!sources) return episode;
  const isSeen = (moment: Moment | undefined) =>
    moment !== undefined && insights.moments.some((own) => isSameMoment(own, moment, APART));
  const leaveOut = (moment: Moment): Moment => {
    const { words: _, silence: __, ...rest } = moment;
    return isSeen(toAudio(moment)) ? rest : moment;
  };
  return {
    ...episode,
    sources: sources.map((source) => {
      return { ...source, insights: { ...source.insights, moments: source.insights.moments.map(leaveOut) } };
    }),
  };
}

/** Most characters of a quote where room is short. */
const MAX_QUOTE = 110;

/** What stands before a sentence, or before what a person says. */
const BEGINS = /(?:^|[.!?。！？]["”’»)\]]*\s+|: )$/u;

/** Quotes what is said as a moment begins, up to a word, without who says it: `And that is the whole recipe, as it has been …`. */
export function quoteFrom({ text, at }: NonNullable<Moment["words"]>, length = MAX_QUOTE): string {
  const said = nestQuotes(`${BEGINS.test(text.slice(0, at)) ? "" : "…"}${text.slice(at)}`);
  if (said.length <= length) return said;
  return `${said
    .slice(0, length)
    .replace(/\s+\S*$/u, "")
    .toWellFormed()} …`;
}
