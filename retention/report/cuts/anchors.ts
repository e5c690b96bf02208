import { bisector } from "d3-array";
import { listByPhrase, listPhrases, type TimedWords, type WordRange } from "./timed-words.ts";

/** A phrase that both cuts say once: when they say it, in seconds, and at which word. */
export interface Anchor {
  readonly one: number;
  readonly other: number;
  readonly word: number;
  readonly otherWord: number;
}

/** Words of a phrase that chance rarely makes twice, and of one that it rarely makes twice between two anchors. */
const LONG = 4;
const SHORT = 2;

/** Anchors agree if their offsets are so many seconds apart. */
const AGREEMENT = 1.5;

/**
 * Finds the phrases that both cuts say once, in one order. What is repeated, such as an advertisement or a teaser, is no
 * anchor. Between long phrases, shorter ones are found that agree with them.
 */
export function findAnchors(one: TimedWords, other: TimedWords): Anchor[] {
  const long = match(one, [0, one.words.length], other, [0, other.words.length], LONG);
  return [undefined, ...long].flatMap((before, index) => {
    const after = long[index];
    const places: WordRange = [(before?.word ?? -1) + 1, after?.word ?? one.words.length];
    const otherPlaces: WordRange = [(before?.otherWord ?? -1) + 1, after?.otherWord ?? other.words.length];
    const short = match(one, places, other, otherPlaces, SHORT).filter(
      (anchor) => agree(anchor, before) || agree(anchor, after),
    );
    return before ? [before, ...short] : short;
  });
}

function agree(one: Anchor, other: Anchor | undefined): boolean {
  return other !== undefined && Math.abs(one.other - one.one - (other.other - other.one)) <= AGREEMENT;
}

/** Finds the phrases that both say once at some places: as many as are in one order. */
function match(one: TimedWords, places: WordRange, other: TimedWords, otherPlaces: WordRange, size: number): Anchor[] {
  const others = listByPhrase(listPhrases(other, otherPlaces, size));
  const found = [...listByPhrase(listPhrases(one, places, size))].flatMap(([phrase, [word, second]]): Anchor[] => {
    const [otherWord, otherSecond] = others.get(phrase) ?? [];
    if (word === undefined || otherWord === undefined || (second ?? otherSecond) !== undefined) return [];
    return [{ one: one.times[word] ?? 0, other: other.times[otherWord] ?? 0, word, otherWord }];
  });
  return selectOrdered(found);
}

const byOtherWord = bisector(({ otherWord }: Anchor) => otherWord);

/** Selects the most anchors that are in order in the other cut, too: the longest increasing subsequence (Fredman 1975). */
function selectOrdered(anchors: readonly Anchor[]): Anchor[] {
  const ends: Anchor[] = [];
  const before = new Map<Anchor, Anchor | undefined>();
  for (const anchor of anchors) {
    const place = byOtherWord.left(ends, anchor.otherWord);
    before.set(anchor, ends[place - 1]);
    ends[place] = anchor;
  }
  const chain: Anchor[] = [];
  for (let last = ends.at(-1); last; last = before.get(last)) chain.push(last);
  return chain.reverse();
}
