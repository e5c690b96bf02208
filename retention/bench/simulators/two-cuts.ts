import type { Cue } from "../../sources/transcripts/cue.ts";
import { drawBetween, type Random } from "./simulated-episode.ts";

/** A word that is said, and when. */
interface SpokenWord {
  readonly word: string;
  readonly time: number;
}

/** How one cut differs from another, and how both are transcribed. */
export interface CutPlan {
  /** Passages that the video lacks, and their lengths in seconds. */
  readonly removed?: number;
  /** Passages that only the video has: the first begins it. */
  readonly inserted?: number;
  /** Advertisements that only the audio has. */
  readonly advertised?: number;
  readonly lengths?: readonly [from: number, to: number];
  /** Part of the time that shorter silences take. */
  readonly shrunk?: number;
  /** Seconds of a later passage that begin the video. */
  readonly teaser?: number;
  /** Seconds of an advertisement that both cuts have at the same two places. */
  readonly refrain?: number;
  /** Whether a passage of three minutes is later in the video. */
  readonly isMoved?: boolean;
  /** Part of the words that each program has wrong. */
  readonly misheard?: number;
  /** Words of a cue. */
  readonly cueWords?: readonly [from: number, to: number];
  /** What stands between words. */
  readonly space?: string;
}

/** Two transcripts of an episode, and where each second of the audio is in the video. */
export interface TwoCuts {
  readonly audio: readonly Cue[];
  readonly video: readonly Cue[];
  /** Of each word of the audio, its time there, and that in the video; undefined where it is not in it. */
  readonly truth: readonly { readonly audio: number; readonly video: number | undefined }[];
  /** Seconds. */
  readonly lengths: readonly [audio: number, video: number];
}

const WORDS_PER_SECOND = 2.6;

/** A passage of the episode, by its words, or one of something else. */
type Clip =
  | { readonly from: number; readonly to: number }
  /** With the place of its first word among all that both cuts have, if both have it. */
  | { readonly other: readonly string[]; readonly first?: number };

/**
 * Cuts an episode twice, and transcribes both.
 *
 * @param words that are said in it
 * @param others that are said elsewhere
 */
export function cutTwice(words: readonly string[], others: readonly string[], plan: CutPlan, random: Random): TwoCuts {
  const { removed = 0, inserted = 0, advertised = 0, lengths = [20, 120], shrunk = 0, teaser = 0, refrain = 0 } = plan;
  const { isMoved = false, misheard = 0, cueWords = [6, 14], space = " " } = plan;
  const draw = () => Math.round(drawBetween(random, ...lengths) * WORDS_PER_SECOND);
  const place = (length = 0) => Math.floor(random() * Math.max(1, words.length - length));
  let borrowed = Math.floor(random() * others.length);
  // None twice: what is in both cuts is not in one alone.
  const borrow = (count: number) => {
    const other = Array.from({ length: count }, (_, index) => others[(borrowed + index) % others.length] ?? "");
    borrowed += count;
    return { other };
  };
  const gone = Array.from({ length: removed }, () => {
    const length = draw();
    const from = place(length);
    return { from, to: from + length };
  });
  const read = borrow(Math.round(refrain * WORDS_PER_SECOND));
  const shared = [1, 2].map((time) => ({ at: place(), part: { ...read, first: time * 1e6 } }));
  const ofVideo = Array.from({ length: inserted }, (_, index) => ({
    at: index === 0 ? 0 : place(),
    part: borrow(draw()),
  }));
  const ofAudio = Array.from({ length: advertised }, () => ({ at: place(), part: borrow(draw()) }));
  const hook = Math.round(teaser * WORDS_PER_SECOND);
  const from = Math.max(place(hook), Math.floor(words.length / 10));
  const whole = { from: 0, to: words.length };
  const audio = say(insert([whole], [...shared, ...ofAudio]), words, random, 0);
  const moved = isMoved ? moveLater(words.length) : [whole];
  const kept = leaveOut(insert(moved, [...shared, ...ofVideo]), gone);
  const video = say(hook > 0 ? [{ from, to: from + hook }, ...kept] : kept, words, random, shrunk);
  const times = new Map(video.map(({ index, time }) => [index, time]));
  return {
    audio: transcribeCut(audio, others, misheard, cueWords, space, random),
    video: transcribeCut(video, others, misheard, cueWords, space, random),
    truth: audio.map(({ index, time }) => ({ audio: time, video: index < 0 ? undefined : times.get(index) })),
    lengths: [audio.at(-1)?.time ?? 0, video.at(-1)?.time ?? 0],
  };
}

/** Three minutes at a quarter go to three quarters. */
function moveLater(count: number): Clip[] {
  const [quarter, late, length] = [
    Math.floor(count / 4),
    Math.floor((count * 3) / 4),
    Math.round(180 * WORDS_PER_SECOND),
  ];
  return [
    { from: 0, to: quarter },
    { from: quarter + length, to: late },
    { from: quarter, to: quarter + length },
    { from: late, to: count },
  ];
}

function insert(parts: readonly Clip[], added: readonly { readonly at: number; readonly part: Clip }[]): Clip[] {
  let all = [...parts];
  for (const { at, part } of added)
    all = all.flatMap((each): Clip[] => {
      if (!("from" in each) || at < each.from || at >= each.to) return [each];
      return [{ from: each.from, to: at }, part, { from: at, to: each.to }];
    });
  return all;
}

function leaveOut(parts: readonly Clip[], gone: readonly { readonly from: number; readonly to: number }[]): Clip[] {
  let all = [...parts];
  for (const { from, to } of gone)
    all = all.flatMap((each): Clip[] => {
      if (!("from" in each) || to <= each.from || from >= each.to) return [each];
      return [
        { from: each.from, to: Math.max(each.from, from) },
        { from: Math.min(each.to, to), to: each.to },
      ];
    });
  return all;
}

interface UtteredWord extends SpokenWord {
  /** Which word of the episode it is; -1 if it is of something else, or said for a second time. */
  readonly index: number;
}

/** Says parts one after another. Each word takes the time that it takes in every cut, and silences are shorter in one. */
function say(parts: readonly Clip[], words: readonly string[], random: Random, shrunk: number): UtteredWord[] {
  const said: UtteredWord[] = [];
  let time = drawBetween(random, 0.5, 4);
  for (const part of parts) {
    const list = "from" in part ? words.slice(part.from, part.to) : part.other;
    for (const [place, word] of list.entries()) {
      const first = "from" in part ? part.from : part.first;
      const index = first === undefined ? -1 : first + place;
      said.push({ word, time, index });
      time += (computePace(word, index) * (1 - shrunk)) / WORDS_PER_SECOND;
    }
  }
  return said;
}

/** The same word of an episode takes equally long in each cut. After one in forty, there is a silence. */
function computePace(word: string, index: number): number {
  const hash = Math.imul((index + 7) ^ (word.length * 2_654_435_761), 2_246_822_519) >>> 0;
  const even = hash / 2 ** 32;
  return 0.5 + 0.8 * even + (hash % 40 === 0 ? 4 : 0);
}

/** Transcribes with errors, and in cues, between which nothing is known of the times of words. */
function transcribeCut(
  said: readonly SpokenWord[],
  others: readonly string[],
  misheard: number,
  cueWords: readonly [number, number],
  space: string,
  random: Random,
): Cue[] {
  const cues: Cue[] = [];
  const wrong = () => others[Math.floor(random() * others.length)] ?? "";
  for (let index = 0; index < said.length; ) {
    const count = Math.floor(drawBetween(random, ...cueWords));
    const cue = said.slice(index, index + count);
    const text = cue.flatMap(({ word }) => {
      const chance = random();
      if (chance < misheard * 0.2) return [];
      if (chance < misheard * 0.8) return [wrong()];
      return chance < misheard ? [word, wrong()] : [word];
    });
    const [start, end] = [cue[0]?.time ?? 0, said[index + count]?.time ?? (cue.at(-1)?.time ?? 0) + 0.4];
    // Programs round to tenths, and begin cues a little early.
    cues.push({ start: Math.max(0, Math.round((start - 0.2 * random()) * 10) / 10), end, text: text.join(space) });
    index += count;
  }
  return cues;
}
