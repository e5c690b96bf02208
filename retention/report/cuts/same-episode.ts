import { greatest, group, rollups } from "d3-array";
import { alignCuts } from "./cut-map.ts";
import { findUnique, listPhrases, type TimedWords } from "./timed-words.ts";

/** Words of the phrases that tell episodes apart, and the part of these phrases that is looked at: one in so many. */
const SIZE = 4;
const ONE_IN = 2;

/** A cut is of an episode if it says so many of its phrases, and so many times as many as of any other episode. */
const FEWEST = 4;
const TIMES = 3;

/** Of a clip, at least this part is in the whole. Another episode with the same advertisements has less. */
const MIN_OF_CLIP = 0.9;

/** What a cut is to an episode: its only one, one of which a longer one has all, or one of several of which nobody knows which one it is. */
export interface Match<Key> {
  readonly key: Key;
  readonly as: "whole" | "clip" | "unclear";
}

/** Matches cuts to the episodes that say the same, whatever their names. @returns for each cut; undefined if it is of none, or could be of several */
export function matchCuts<Key extends string | number>(
  episodes: ReadonlyMap<Key, TimedWords>,
  cuts: readonly TimedWords[],
): (Match<Key> | undefined)[] {
  const keys = findUnique(
    [...episodes].flatMap(([key, words]) => Array.from(listSome(words), (phrase) => [phrase, key] as const)),
  );
  const byEpisode = group(cuts, (cut) => findSaid(cut, keys));
  const found = new Map<TimedWords, Match<Key>>();
  for (const [key, all] of byEpisode) {
    const episode = key !== undefined && episodes.get(key);
    if (!episode) continue;
    const own = all.length === 1 ? all : all.filter((cut) => alignCuts(episode, cut).passages.length > 0);
    const whole = greatest(own, ({ times }) => times.at(-1) ?? 0);
    const isClip = (cut: TimedWords) => whole !== undefined && alignCuts(whole, cut).part >= MIN_OF_CLIP;
    const isClear = own.every((cut) => cut === whole || isClip(cut));
    for (const cut of own) found.set(cut, { key, as: isClear ? (cut === whole ? "whole" : "clip") : "unclear" });
  }
  return cuts.map((cut) => found.get(cut));
}

/** Finds the episode most of whose own phrases a cut says. @param keys the only episode that says a phrase; undefined for an intro */
function findSaid<Key extends string | number>(
  cut: TimedWords,
  keys: ReadonlyMap<string, Key | undefined>,
): Key | undefined {
  const said = [...listSome(cut)].flatMap((phrase) => keys.get(phrase) ?? []);
  const counts = rollups(
    said,
    ({ length }) => length,
    (key) => key,
  );
  const [first, second] = counts.sort(([, one], [, other]) => other - one);
  return first && first[1] >= FEWEST && first[1] >= TIMES * (second?.[1] ?? 0) ? first[0] : undefined;
}

/** Lists some of the phrases of a cut, each once. Which ones does not depend on the cut. */
function listSome(words: TimedWords): Set<string> {
  const phrases = listPhrases(words, [0, words.words.length], SIZE).map(([phrase]) => phrase);
  return new Set(phrases.filter((phrase) => phrase.charCodeAt(phrase.length - 1) % ONE_IN === 0));
}
