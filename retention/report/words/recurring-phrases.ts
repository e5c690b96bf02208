import type { SpokenEpisode } from "./moment-words.ts";

/** A phrase that is said in at least half of some episodes. */
export interface RecurringPhrase {
  /** Without punctuation, and each word as it is with the fewest capitals: `this episode is brought to you by Lumen`. */
  readonly text: string;
  /** Seconds at which it is said, by the index of the episode, for those that say it at most three times. */
  readonly times: ReadonlyMap<number, readonly number[]>;
}

/** Words that a phrase is found by, the first of a longer text, and most that are quoted of it. */
const PHRASE_WORDS = 4;
const MAX_WORDS = 8;

/** What an episode says more often is a turn of speech, and no place in it. */
const MAX_TIMES = 3;

/** A phrase that continues another one, in the same cue, at so many of its places is inside of a longer text. */
const INNER_PART = 0.75;

/** The words of an episode, in columns. */
interface Words {
  /** The same word has the same number in all episodes. */
  readonly numbers: Int32Array;
  /** Seconds at which they are said. */
  readonly times: Float32Array;
  /** Whether they begin a cue: 1 or 0. */
  readonly begins: Uint8Array;
}

/** All words by what they are in lower case, with their numbers. */
type Vocabulary = Map<string, { readonly number: number; spelling: string }>;

/** The places of a phrase: positions among the words of episodes, by the index of the episode. */
type PhrasePlaces = ReadonlyMap<number, readonly number[]>;

/**
 * Finds the phrases of four words or more that at least so many episodes say, and at least half of them. What is read
 * literally is one phrase, or one for each of its cues.
 */
export function findRecurringPhrases(episodes: readonly SpokenEpisode[], fewest: number): RecurringPhrase[] {
  const needed = Math.max(fewest, episodes.length / 2);
  const vocabulary: Vocabulary = new Map();
  const spoken = episodes.map((episode) => readWords(episode, vocabulary));
  const texts = Array.from(vocabulary.values(), ({ spelling }) => spelling);
  const found = listPlaces(spoken, findFrequent(spoken, needed)).filter(({ size }) => size >= needed);
  return found.map((places) => ({
    text: quoteWords(places, spoken)
      .map((number) => texts[number])
      .join(" "),
    times: new Map([...places].map(([index, all]) => [index, all.map((place) => spoken[index]?.times[place] ?? 0)])),
  }));
}

/** Reads the words of an episode. Those of a cue are said evenly. @param vocabulary takes each new word */
function readWords({ cues, language }: SpokenEpisode, vocabulary: Vocabulary): Words {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  const numbers: number[] = [];
  const times: number[] = [];
  const begins: number[] = [];
  for (const { text, start, end } of cues) {
    const first = numbers.length;
    for (const { segment, index, isWordLike } of segmenter.segment(text)) {
      if (!isWordLike) continue;
      const lower = segment.toLowerCase();
      const word = vocabulary.get(lower) ?? { number: vocabulary.size, spelling: segment };
      // Small letters come after capitals.
      if (segment > word.spelling) word.spelling = segment;
      vocabulary.set(lower, word);
      begins.push(numbers.length === first ? 1 : 0);
      numbers.push(word.number);
      times.push(start + ((end - start) * index) / text.length);
    }
  }
  return { numbers: Int32Array.from(numbers), times: Float32Array.from(times), begins: Uint8Array.from(begins) };
}

/**
 * Numbers the phrases that so many episodes say, at the positions of their first words; -1 elsewhere. A phrase is frequent
 * only if both phrases are that it has without its first and without its last word, so few need to be counted
 * (Agrawal and Srikant 1994).
 */
function findFrequent(spoken: readonly Words[], needed: number): readonly Int32Array[] {
  const words = spoken.map(({ numbers }) => numbers);
  let frequent = keepFrequent(words, needed);
  for (let length = 2; length <= PHRASE_WORDS; length++) frequent = keepFrequent(joinNeighbours(frequent), needed);
  return frequent;
}

/** Numbers the phrases of one word more: each is two frequent ones, of which the second begins a word later. */
function joinNeighbours(episodes: readonly Int32Array[]): Float64Array[] {
  const size = 1 + episodes.reduce((most, phrases) => phrases.reduce((one, other) => Math.max(one, other), most), 0);
  return episodes.map((phrases) =>
    Float64Array.from(phrases).map((phrase, place) => {
      const next = phrases[place + 1] ?? -1;
      return phrase < 0 || next < 0 ? -1 : phrase * size + next;
    }),
  );
}

/** Numbers anew, from 0 on, what is in so many episodes. The rest becomes -1. */
function keepFrequent(episodes: readonly (Int32Array | Float64Array)[], needed: number): readonly Int32Array[] {
  const counts = new Map<number, number>();
  for (const episode of episodes) {
    const sorted = episode.toSorted();
    for (let place = 0; place < sorted.length; place++) {
      const phrase = sorted[place] ?? -1;
      if (phrase >= 0 && phrase !== sorted[place - 1]) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    }
  }
  const kept = [...counts].filter(([, count]) => count >= needed);
  const numbers = new Map(kept.map(([phrase], number) => [phrase, number]));
  return episodes.map((episode) => Int32Array.from(episode.map((phrase) => numbers.get(phrase) ?? -1)));
}

/** Lists where the phrases are said that are no parts of longer ones, without the episodes that say them too often. */
function listPlaces(spoken: readonly Words[], episodes: readonly Int32Array[]): PhrasePlaces[] {
  const found = new Map(selectWhole(spoken, episodes).map((phrase) => [phrase, new Map<number, number[]>()]));
  for (const [index, phrases] of episodes.entries())
    for (const [place, phrase] of phrases.entries()) {
      const places = found.get(phrase);
      const same = places?.get(index);
      if (!same) places?.set(index, [place]);
      else if (same.length <= MAX_TIMES) same.push(place);
    }
  const all = [...found.values()];
  return all.map((places) => new Map([...places].filter(([, { length }]) => length <= MAX_TIMES)));
}

/** Selects the phrases that begin what all say. */
function selectWhole(spoken: readonly Words[], episodes: readonly Int32Array[]): number[] {
  const counts = new Map<number, { all: number; inner: number }>();
  for (const [index, phrases] of episodes.entries())
    for (const [place, phrase] of phrases.entries()) {
      if (phrase < 0) continue;
      const count = counts.get(phrase) ?? { all: 0, inner: 0 };
      counts.set(phrase, count);
      count.all++;
      const continues = (phrases[place - 1] ?? -1) >= 0 && !spoken[index]?.begins[place];
      if (continues) count.inner++;
    }
  return [...counts].filter(([, { all, inner }]) => inner < INNER_PART * all).map(([phrase]) => phrase);
}

/** Returns the words that all these episodes say at these places, at most eight, by their numbers. */
function quoteWords(places: PhrasePlaces, spoken: readonly Words[]): number[] {
  const [example] = places;
  if (!example) return [];
  const [index, [start = 0]] = example;
  const words = Array.from(spoken[index]?.numbers.slice(start, start + MAX_WORDS) ?? []);
  const isSaidByAll = (word: number, offset: number) =>
    [...places].every(([other, starts]) => starts.some((at) => spoken[other]?.numbers[at + offset] === word));
  const differing = words.findIndex((word, offset) => !isSaidByAll(word, offset));
  return differing < 0 ? words : words.slice(0, differing);
}
