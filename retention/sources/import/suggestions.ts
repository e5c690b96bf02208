import type { FeedItem } from "../feed/item-parser.ts";
import { findOriginal, listWords, Titles, toPlain } from "../feed/title-words.ts";

/** A title, taken apart. */
interface Parts {
  readonly words: readonly string[];
  /** What the title says of season and episode, as far as it does: `S2E12`, `#12`, `Ep. 12`, `12.`, `Sea Talk 12`. */
  readonly season: string | undefined;
  readonly episode: string | undefined;
  /** What it has without a number in brackets at its end, which a program may have added: `Tides` of `Tides (1)`. */
  readonly original: string | undefined;
}

interface Candidate extends Parts {
  readonly guid: string | undefined;
}

/** A curve that may lack its episode. */
interface SoughtCurve {
  readonly title: string;
  /** Of its platform. */
  readonly source: string | undefined;
  /** Empty if it is left out. */
  readonly guid?: string | undefined;
  /** What is to be suggested, whatever its title is. */
  readonly offered?: string | undefined;
}

const SEASON = /(?<![\p{L}\p{N}'’])(?:(?:season|staffel|saison|temporada|stagione|sezon|сезон)\s*|s(?=\d))(\d+)/iu;

/** A number of an episode, which may be 4.5. */
const NUMBER = String.raw`(\d+(?:[.,]\d+)*)`;

/** A number that says that it is an episode's, in the words of feeds. "No 12 angry men" and "E 12 amici" have none. */
const EPISODE = [
  String.raw`(?:(?<![\p{L}\p{N}])#\s*|#)${NUMBER}(?![\p{L}\p{N}+])`,
  String.raw`(?<![\p{L}\p{N}'’])(?:episode|[eé]pisode|episodio|episódio|ep|ép|eps|folge|capítulo|cap|puntata|aflevering|avsnitt|afsnit|jakso|odcinek|odc|bölüm|выпуск|серия|эпизод)(?:\.|\s|(?=\d))\s*${NUMBER}(?![\p{L}\p{N}+])`,
  String.raw`(?<![\p{L}\p{N}'’])(?:(?:no|nr)(?:\.\s*|(?=\d))|e(?=\d))${NUMBER}(?![\p{L}\p{N}+])`,
  String.raw`第\s*${NUMBER}\s*[回話话集期章]`,
  String.raw`(?<!\p{N})${NUMBER}\s*[화회]`,
  // What begins a title, with what parts it from the words: "12. ", "12 – ". "12 angry tides" has none.
  String.raw`^\s*${NUMBER}\s*[.:)|–—-]+\s+`,
].map((pattern) => new RegExp(pattern, "iu"));

/** What videos and files are called besides their episode, and says nothing of what is in them. */
const OF_FORM = new Set("full complete episode official video audio podcast hd 4k with ft feat".split(" "));

/** What of a title, such as `(full interview)`, says that nothing is left out: words for whole, and what stands beside them. */
const WHOLE = new Set(
  "full complete entire uncut unabridged ganze ganzes komplette komplettes completa completo complète complet entière intégrale integrale intera полный полная полное 完整 完整版 フル".split(
    " ",
  ),
);
const OF_WHOLE = new Set(
  "the das die la el il interview conversation story talk show length version discussion chat folge gespräch entrevista episodio épisode entretien intervista puntata выпуск интервью".split(
    " ",
  ),
);

/** What parts a title. */
const SEAM = /\s+[–—|-]+\s+|\s*[()[\]|]\s*|:\s+/u;

/**
 * Finds the episode that a title may mean: without its number, the name of its show and its punctuation, it has the words of
 * one episode alone. Words that are in one of two titles only, and numbers that differ, tell episodes apart: a clip, a trailer or
 * a second part has all words of the whole.
 */
export class Suggestions {
  readonly #shows: readonly (readonly string[])[];
  readonly #candidates: readonly Candidate[];
  readonly #titles = new Titles();
  /** What was found, by title. */
  readonly #found = new Map<string, string | undefined>();

  constructor(feeds: readonly { readonly title?: string | undefined; readonly items: readonly FeedItem[] }[]) {
    this.#shows = feeds.map(({ title = "" }) => listTitleWords(title)).filter((words) => words.length > 0);
    const items = feeds.flatMap((feed) => feed.items);
    for (const item of items) this.#titles.add(item);
    this.#candidates = items.map(({ guid, title = "" }) => ({ guid, ...this.#takeApart(title) }));
  }

  /**
   * Suggests an episode for each curve that lacks one. Of two curves of a platform, only one can be of an episode: which one is
   * not for a suggestion to say.
   */
  suggestAll(curves: readonly SoughtCurve[]): (string | undefined)[] {
    const guids = curves.map(({ title, guid, offered }) => guid ?? offered ?? this.findGuid(title));
    const ids = curves.map(({ source }, index) => JSON.stringify([source, guids[index]]));
    const repeated = findRepeated(ids);
    return curves.map(({ guid }, index) =>
      guid === undefined && !repeated.has(ids[index] ?? "") ? guids[index] : undefined,
    );
  }

  /** @returns undefined if none or several may be meant */
  findGuid(title: string): string | undefined {
    if (!this.#found.has(title)) this.#found.set(title, this.#find(title));
    return this.#found.get(title);
  }

  #find(title: string): string | undefined {
    const original = findOriginal(title);
    // `Tides (2)` may be a second download of `Tides`, or `Tides 2`.
    const isCopy = original !== undefined && !this.#titles.hasWords(title);
    return this.#findAlike(title) ?? (isCopy ? (this.#findAlike(original) ?? this.#findNumbered(original)) : undefined);
  }

  #findAlike(title: string): string | undefined {
    const sought = this.#takeApart(title);
    // Feeds of one show may share an episode.
    const guids = new Set(this.#candidates.flatMap((each) => (mayMean(sought, each) ? [each.guid] : [])));
    const [guid] = guids;
    return guids.size === 1 && this.#candidates.some((each) => each.guid === guid && isAlike(sought, each))
      ? guid
      : undefined;
  }

  /** Finds an episode whose title is a number alone, if no other has it. */
  #findNumbered(title: string): string | undefined {
    const { words, episode } = this.#takeApart(title);
    const isOne = this.#candidates.filter((each) => each.episode === episode).length === 1;
    return words.length === 0 && isOne ? this.#titles.findGuid(title) : undefined;
  }

  #takeApart(title: string): Parts {
    const plain = dropWhole(toPlain(title));
    const [season, rest] = takeNumber(plain, [SEASON]);
    const [episode, text] = takeNumber(rest, EPISODE);
    const all = listTitleWords(text);
    const at = episode === undefined ? this.#findNumber(all) : -1;
    const named = at === -1 ? all : all.toSpliced(at, 1);
    const words = this.#shows.reduce(removeRun, named).filter((word) => !OF_FORM.has(word));
    return { words, season, episode: at === -1 ? episode : trimZeros(all[at] ?? ""), original: findOriginal(title) };
  }

  /** Finds the place of a number behind the name of the show. One before it, as in `Part 2 | Sea Talk`, is another. */
  #findNumber(words: readonly string[]): number {
    const places = this.#shows.flatMap((run) => {
      const at = findRun(words, run);
      return at === -1 ? [] : at + run.length;
    });
    return places.find((place) => /^\d+$/.test(words[place] ?? "")) ?? -1;
  }
}

/** Finds the texts that a list has more than once. */
export function findRepeated(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => seen.size === seen.add(text).size));
}

function takeNumber(text: string, patterns: readonly RegExp[]): [number: string | undefined, rest: string] {
  const pattern = patterns.find((each) => each.test(text));
  const digits = pattern?.exec(text)?.[1];
  return digits === undefined || !pattern ? [undefined, text] : [trimZeros(digits), text.replace(pattern, " ")];
}

/** Whether an episode has all words of a title. One that has more, such as a guest's name, may be meant as well as one that has no others. */
function mayMean(sought: Parts, episode: Parts): boolean {
  if (sought.original !== undefined && episode.original === undefined) return false;
  if (isOther(sought.season, episode.season) || isOther(sought.episode, episode.episode)) return false;
  return leaveOut(sought, episode.episode).every((word) => episode.words.includes(word));
}

/** Whether two titles have the same words in the same order. A guest's name stands before the subject or behind it. */
function isAlike(one: Parts, other: Parts): boolean {
  const [words, others] = [leaveOut(one, other.episode), leaveOut(other, one.episode)];
  return words.length > 0 && words.length === others.length && findRun([...words, ...words], others) !== -1;
}

function isOther(number: string | undefined, other: string | undefined): boolean {
  return number !== undefined && other !== undefined && number !== other;
}

/** Leaves out a number at the beginning that is the other title's number of the episode: `3 Ninety years`, not `Ninety years 3`. */
function leaveOut({ words, episode }: Parts, number: string | undefined): readonly string[] {
  return episode === undefined && trimZeros(words[0] ?? "") === number ? words.slice(1) : words;
}

function trimZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, "");
}

/** Removes words that follow each other, unless a number behind them would join the others. */
function removeRun(words: readonly string[], run: readonly string[]): readonly string[] {
  const at = findRun(words, run);
  return at === -1 || /^\d/.test(words[at + run.length] ?? "") ? words : words.toSpliced(at, run.length);
}

function findRun(words: readonly string[], run: readonly string[]): number {
  return words.findIndex((_, at) => run.every((word, place) => words[at + place] === word));
}

/** Leaves out what only says that a video is of the whole episode. */
function dropWhole(title: string): string {
  const parts = title.split(SEAM).filter((part) => part.trim() !== "");
  const kept = parts.filter((part) => {
    const words = listWords(part);
    return !words.some((word) => WHOLE.has(word)) || !words.every(isOfWhole);
  });
  return kept.length === parts.length || kept.length === 0 ? title : kept.join(" | ");
}

function isOfWhole(word: string): boolean {
  return WHOLE.has(word) || OF_WHOLE.has(word) || OF_FORM.has(word);
}

/** Apostrophes join: `harbour's` is one word, however the apostrophe is written. `Part 1/2` is `Part 1`. */
function listTitleWords(text: string): string[] {
  return listWords(text.replaceAll(/['’]/gu, "").replaceAll(/(\d)\s*\/\s*\d+/g, "$1"));
}
