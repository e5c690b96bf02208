import { listPhrases, type TimedWords } from "./timed-words.ts";

/** Words of the phrases that tell episodes apart, and the part of these phrases that is looked at: one in so many. */
const SIZE = 4;
const ONE_IN = 2;

/** A cut is of an episode if it says so many of its phrases, and so many times as many as of any other episode. */
const FEWEST = 4;
const TIMES = 3;

/** Finds the episodes of cuts by what is said. What several episodes say tells nothing, such as an intro. */
export class SaidEpisodes<Key> {
  /** The only episode that says a phrase; undefined if several do. */
  readonly #keys = new Map<string, Key | undefined>();

  constructor(episodes: Iterable<readonly [key: Key, words: TimedWords]>) {
    for (const [key, words] of episodes)
      for (const phrase of listSome(words)) {
        const isOfOther = this.#keys.has(phrase) && this.#keys.get(phrase) !== key;
        this.#keys.set(phrase, isOfOther ? undefined : key);
      }
  }

  /** Returns the episode that a cut may be of; undefined if it is none, or if it could be several. */
  find(cut: TimedWords): Key | undefined {
    const counts = new Map<Key, number>();
    for (const phrase of listSome(cut)) {
      const key = this.#keys.get(phrase);
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
    return first && first[1] >= FEWEST && first[1] >= TIMES * (second?.[1] ?? 0) ? first[0] : undefined;
  }
}

/** Lists some of the phrases of a cut, each once. Which ones does not depend on the cut. */
function listSome(words: TimedWords): Set<string> {
  const phrases = listPhrases(words, [0, words.words.length], SIZE).map(([phrase]) => phrase);
  return new Set(phrases.filter((phrase) => hash(phrase) % ONE_IN === 0));
}

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index++) value = (31 * value + text.charCodeAt(index)) | 0;
  return Math.abs(value);
}
