import { greatest, group, rollups } from "d3-array";
import type { Cue } from "../../sources/transcripts/cue.ts";
import { alignCuts } from "./cut-map.ts";
import { listByPhrase, listPhrases, readTimedWords } from "./timed-words.ts";

/** Words of the phrases that tell episodes apart, and the part of these phrases that is looked at: one in so many. */
const SIZE = 4;
const ONE_IN = 2;

/** A cut is of an episode if it says so many of its phrases, and so many times as many as of any other episode. */
const FEWEST = 4;
const TIMES = 3;

/** Of a clip, at least this part is in the whole. Another episode with the same advertisements has less. */
const MIN_OF_CLIP = 0.9;

/** What captions are to an episode: its only ones, some of which longer ones have all, or some of several of which nobody knows which are its. */
export interface CaptionMatch {
  readonly guid: string;
  readonly as: "whole" | "clip" | "unclear";
}

interface WithCues {
  readonly cues: readonly Cue[];
}

/**
 * Matches captions to the episodes that say the same, whatever their names. Those of none, or that could be of several, are left out. The
 * transcript of an episode is matched to another one: that is a rerun, or one of them has the other's name.
 */
export function matchCaptions<Captions extends WithCues>(
  spoken: Iterable<readonly [guid: string, WithCues]>,
  captions: readonly Captions[],
): ReadonlyMap<Captions, CaptionMatch> {
  const episodes = new Map(Array.from(spoken, ([guid, said]) => [guid, { owner: guid, ...read(said) }]));
  const sayers = listByPhrase(
    [...episodes].flatMap(([guid, { phrases }]) => phrases.map((phrase) => [phrase, guid] as const)),
  );
  const owners = new Map(Array.from(spoken, ([guid, said]) => [said, guid]));
  const cuts = captions.map((said) => {
    const own = episodes.get(owners.get(said) ?? "") ?? { owner: undefined, ...read(said) };
    return { said, ...own };
  });
  const found = new Map<Captions, CaptionMatch>();
  for (const [guid = "", all] of group(cuts, ({ phrases, owner }) => findSaid(phrases, sayers, owner))) {
    const episode = episodes.get(guid);
    if (!episode) continue;
    const isSure = all.length === 1 && all.every(({ owner }) => owner === undefined);
    const own = isSure ? all : all.filter(({ words }) => alignCuts(episode.words, words).spans.length > 0);
    const whole = greatest(own, ({ words }) => words.times.at(-1) ?? 0);
    const isPart = ({ words }: (typeof own)[number]) => whole && alignCuts(whole.words, words).part >= MIN_OF_CLIP;
    const isClear = own.every((cut) => cut === whole || isPart(cut));
    for (const cut of own) found.set(cut.said, { guid, as: isClear ? (cut === whole ? "whole" : "clip") : "unclear" });
  }
  return found;
}

/** Finds the captions of an episode's whole video. */
export function findCaptions<Captions>(
  matches: ReadonlyMap<Captions, CaptionMatch>,
  guid: string,
): Captions | undefined {
  return [...matches].find(([, match]) => match.guid === guid && match.as === "whole")?.[0];
}

/** Finds the episode most of whose own phrases are said. What several say is an intro. @param owner whose own words they are */
function findSaid(phrases: readonly string[], sayers: ReadonlyMap<string, readonly string[]>, owner?: string) {
  const said = phrases.flatMap((phrase) => {
    const others = sayers.get(phrase)?.filter((guid) => guid !== owner) ?? [];
    return others.length === 1 ? others : [];
  });
  const counts = rollups(
    said,
    ({ length }) => length,
    (guid) => guid,
  );
  const [first, second] = counts.sort(([, one], [, other]) => other - one);
  return first && first[1] >= FEWEST && first[1] >= TIMES * (second?.[1] ?? 0) ? first[0] : undefined;
}

/** Reads what is said, and some of the phrases, each once. Which ones does not depend on the cut. */
function read({ cues }: WithCues) {
  const words = readTimedWords(cues);
  const phrases = listPhrases(words, [0, words.words.length], SIZE).map(([phrase]) => phrase);
  const some = phrases.filter((phrase) => phrase.charCodeAt(phrase.length - 1) % ONE_IN === 0);
  return { words, phrases: [...new Set(some)] };
}
