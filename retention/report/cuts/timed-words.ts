import { type Cue, isUnspaced, UNSPACED } from "../../sources/transcripts/cue.ts";

/** What is said in a cut of an episode, in columns. */
export interface TimedWords {
  /** In lower case, without punctuation. Where a script has no spaces between words, each letter is one. */
  readonly words: readonly string[];
  /** Seconds at which they are said. */
  readonly times: readonly number[];
}

/** Two programs split a text without spaces differently into words: each letter is one. */
const LETTERS = new RegExp(UNSPACED, "gu");
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A word tells about as much as so many letters. */
const LETTERS_PER_WORD = 2.5;

/** Sounds, and what programs could not understand: `[Music]`. */
const BRACKETS = /\[[^\]]{0,60}\]/g;

/** Programs write `don't` with three kinds of apostrophes, or none. */
const APOSTROPHES = /['’ʼ]/g;

/** Reads words that were said. Those of a cue are said evenly, until it ends or the next one begins. @param cues in order of their starts */
export function readTimedWords(cues: readonly Cue[]): TimedWords {
  const words: string[] = [];
  const times: number[] = [];
  for (const [index, { start, end, text }] of cues.entries()) {
    const next = cues[index + 1]?.start ?? end;
    const length = (next > start ? Math.min(end, next) : end) - start;
    const plain = text.replace(BRACKETS, " ").normalize("NFKC").toLowerCase().replace(APOSTROPHES, "");
    const spaced = plain.replace(LETTERS, " $& ");
    for (const { 0: word, index: place } of spaced.matchAll(WORD)) {
      words.push(word);
      times.push(start + (length * place) / spaced.length);
    }
  }
  return { words, times };
}

/** Words by their places: from the first one to the one before the second. */
export type WordRange = readonly [from: number, to: number];

/** Lists the phrases of so many words, or of more letters, with their places. */
export function listPhrases(
  { words }: TimedWords,
  [from, to]: WordRange,
  size: number,
): [phrase: string, place: number][] {
  const phrases: [string, number][] = [];
  for (let place = from; place < to; place++) {
    const end = place + countWords(words[place], size);
    if (end <= to) phrases.push([words.slice(place, end).join(" "), place]);
  }
  return phrases;
}

/** Lists what belongs to each phrase. */
export function listByPhrase<Value>(phrases: Iterable<readonly [phrase: string, value: Value]>): Map<string, Value[]> {
  const found = new Map<string, Value[]>();
  for (const [phrase, value] of phrases) {
    const values = found.get(phrase);
    if (values) values.push(value);
    else found.set(phrase, [value]);
  }
  return found;
}

/** Counts the words that tell as much as some words, or if they are letters, more of them. */
export function countWords(word = "", count: number): number {
  return isUnspaced(word) ? Math.round(count * LETTERS_PER_WORD) : count;
}
