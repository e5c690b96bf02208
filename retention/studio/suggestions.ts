import { decodeHTMLStrict } from "entities";
import type { SavedFeed } from "../sources/saved-report.ts";
import { listEpisodes } from "./feeds.ts";

/** A title, taken apart. */
interface Parts {
  readonly words: readonly string[];
  /** The number of the episode, as far as the title has one: `#12`, `Ep. 12`, `S2E12`, `12.`. */
  readonly number: number | undefined;
}

interface Candidate extends Parts {
  readonly guid: string;
}

/** A number that says that it is one: `#12`, `Ep. 12`, `Episode 12`, `S2E12`, `No. 12`. */
const MARKED =
  /(?:^|[^\p{L}\p{N}])(?:s\d+\s*)?(?:#|(?:episode|ep|e|folge|no|nr)(?:\.|\b|(?=\d))\s*#?)\s*(\d+)(?!\p{L}|\p{N})/iu;

/** A number that begins a title, with what parts it from the words: `12. `, `12 – `. "12 angry tides" has none. */
const LEADING = /^\s*(\d+)\s*[.:)|–—-]+\s+/u;

/** A single word says little, unless it is all that both titles have. */
const FEWEST_WORDS = 2;

/**
 * Finds the episode that a title may mean: without its number, the name of its show and its punctuation, one title has all
 * words of the other, in that order, and no other episode's does. Numbers that differ tell episodes apart.
 */
export class Suggestions {
  readonly #shows: readonly (readonly string[])[];
  readonly #candidates: readonly Candidate[];

  constructor(feeds: readonly SavedFeed[]) {
    this.#shows = feeds.map(({ title = "" }) => listWords(title)).filter((words) => words.length > 0);
    this.#candidates = listEpisodes(feeds).map(({ guid, title = "" }) => ({ guid, ...this.#takeApart(title) }));
  }

  /** @returns undefined if none or several may be meant */
  findGuid(title: string): string | undefined {
    const sought = this.#takeApart(title);
    const [only, ...others] = this.#candidates.filter((candidate) => isAlike(sought, candidate));
    return others.length === 0 ? only?.guid : undefined;
  }

  #takeApart(title: string): Parts {
    const plain = decodeHTMLStrict(title).normalize("NFKC");
    const pattern = [MARKED, LEADING].find((one) => one.test(plain));
    const digits = pattern?.exec(plain)?.[1];
    const all = listWords(pattern ? plain.replace(pattern, " ") : plain);
    const words = this.#shows.reduce(removeRun, all);
    return { words, number: digits === undefined ? undefined : Number(digits) };
  }
}

function isAlike(one: Parts, other: Parts): boolean {
  if (one.number !== undefined && other.number !== undefined && one.number !== other.number) return false;
  const [short, long] = one.words.length <= other.words.length ? [one.words, other.words] : [other.words, one.words];
  if (short.length === 0 || findRun(long, short) === -1) return false;
  return short.length === long.length || short.length >= FEWEST_WORDS;
}

/** Removes words that follow each other, unless nothing is left then. */
function removeRun(words: readonly string[], run: readonly string[]): readonly string[] {
  const at = findRun(words, run);
  return at === -1 || words.length === run.length ? words : words.toSpliced(at, run.length);
}

function findRun(words: readonly string[], run: readonly string[]): number {
  return words.findIndex((_, at) => run.every((word, place) => words[at + place] === word));
}

/** Apostrophes join: `harbour's` is one word, however the apostrophe is written. */
function listWords(text: string): string[] {
  const joined = text.normalize("NFKC").toLowerCase().replaceAll(/['’]/gu, "");
  return joined.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
