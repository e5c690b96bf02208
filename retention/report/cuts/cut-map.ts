import { bisectLeft, bisector, maxIndex } from "d3-array";
import { type Anchor, findAnchors } from "./anchors.ts";
import { countWords, type TimedWords } from "./timed-words.ts";

/** A time in one cut of an episode, and the same in another one, in seconds. */
export interface Pair {
  readonly one: number;
  readonly other: number;
}

/** A passage that two cuts have, by at least two pairs of times between which time passes evenly. */
export type Passage = readonly Pair[];

/** Which times two cuts of an episode have in common. */
export interface CutMap {
  /** In one order in both. */
  readonly passages: readonly Passage[];
  /** At another place in each. */
  readonly moved: readonly Passage[];
  /** Part, from 0 to 1, of the words of the shorter cut that are in these passages. */
  readonly part: number;
}

/** Two cuts are of one episode if at least this part of the words of the shorter one are in passages that both have. */
const MIN_PART = 0.5;

/** Words are timed so many seconds apart, or this part of the time since the last anchor: more is a cut. */
const APART = 1.5;
const APART_PART = 0.1;
const MOST_APART = 3;

/** Where both say so many words without an anchor, one has something else in place of what the other has. */
const MOST_UNLIKE = 25;

/** Fewer anchors in a passage are chance. */
const MIN_ANCHORS = 4;

/**
 * Finds which times two cuts of an episode have in common, by what is said.
 *
 * @returns passages none of which is in both cuts twice, or only the part if that is too small for one episode
 */
export function alignCuts(one: TimedWords, other: TimedWords): CutMap {
  const map = alignInOrder(one, other);
  return { ...map, moved: findMoved(one, other, map.passages) };
}

function alignInOrder(one: TimedWords, other: TimedWords): Pick<CutMap, "passages" | "part"> {
  const unlike = countWords(one.words[0], MOST_UNLIKE);
  const found = splitAtCuts(findAnchors(one, other), unlike).filter(({ length }) => length >= MIN_ANCHORS);
  const passages = splitAtCuts(found.flat(), unlike);
  const count = (words: TimedWords, place: "word" | "otherWord") =>
    passages.reduce((sum, anchors) => sum + 1 + (anchors.at(-1)?.[place] ?? 0) - (anchors[0]?.[place] ?? 0), 0) /
    Math.max(1, words.words.length);
  const part = Math.max(count(one, "word"), count(other, "otherWord"));
  return {
    passages: part < MIN_PART ? [] : passages.map((anchors) => anchors.map(({ one, other }) => ({ one, other }))),
    part,
  };
}

/** Splits anchors where more time passes in one cut than in the other, or both say something else. */
function splitAtCuts(anchors: readonly Anchor[], unlike: number): Anchor[][] {
  const passages: Anchor[][] = [];
  for (const anchor of anchors) {
    const last = passages.at(-1);
    const before = last?.at(-1);
    if (last && before && isContinued(before, anchor, unlike)) last.push(anchor);
    else passages.push([anchor]);
  }
  return passages;
}

function isContinued(before: Anchor, { one, other, word, otherWord }: Anchor, unlike: number): boolean {
  if (Math.min(word - before.word, otherWord - before.otherWord) > unlike) return false;
  const [passed, otherPassed] = [one - before.one, other - before.other];
  const most = Math.min(MOST_APART, Math.max(APART, APART_PART * Math.max(passed, otherPassed)));
  return Math.abs(passed - otherPassed) <= most;
}

const byTime = bisector(({ one }: Pair) => one);

/** Finds the time in the other cut of a time in one. Undefined where the other cut does not have it, or nobody knows. */
export function findOther({ passages, moved }: CutMap, time: number): number | undefined {
  const pairs = [...passages, ...moved].find((each) => time >= (each[0]?.one ?? 0) && time <= (each.at(-1)?.one ?? 0));
  return pairs && findWithin(pairs, time);
}

function findWithin(pairs: Passage, time: number): number | undefined {
  const after = byTime.left(pairs, time, 1);
  const [from, to] = [pairs[after - 1], pairs[after]];
  return from && to && from.other + ((time - from.one) * (to.other - from.other)) / (to.one - from.one || 1);
}

/** As {@link findOther}, where the other cut does not have a time, that at which it is cut. Beyond what is said, time passes evenly. */
export function findNearest(map: CutMap, time: number): number {
  const known = findOther(map, time);
  if (known !== undefined) return known;
  const before = map.passages.findLast((pairs) => (pairs[0]?.one ?? 0) <= time)?.at(-1);
  const [first, last] = [map.passages[0]?.[0], map.passages.at(-1)?.at(-1)];
  if (!before) return Math.max(0, (first?.other ?? 0) - (first?.one ?? 0) + time);
  return before === last ? before.other + time - before.one : before.other;
}

/** A stretch of one cut that the other one does not have, or has something else in place of: where it is in both, in seconds. */
export interface Stretch {
  readonly from: Pair;
  readonly to: Pair;
}

/** Shorter stretches are between words, and longer ones that both have are replaced. In seconds. */
export const MIN_STRETCH = 5;
const MIN_REPLACED = 15;

/** Lists the stretches that only one of two cuts has. @param ends how long they are */
export function listStretches({ passages }: Pick<CutMap, "passages">, ends: Pair): Stretch[] {
  const [starts, stops] = [
    passages.flatMap((pairs) => pairs[0] ?? []),
    passages.flatMap((pairs) => pairs.at(-1) ?? []),
  ];
  const [first, last] = [starts[0], stops.pop()];
  if (!first || !last) return [];
  // Music and silence before the first word and after the last one are taken for the same.
  const [before, after] = [Math.min(first.one, first.other), Math.min(ends.one - last.one, ends.other - last.other)];
  const froms = [{ one: 0, other: 0 }, ...stops, move(last, after)];
  const all = [move(first, -before), ...starts.slice(1), ends].map((to, index) => ({ from: froms[index] ?? to, to }));
  return all.filter(({ from, to }) => {
    const [length, otherLength] = [to.one - from.one, to.other - from.other];
    return Math.abs(length - otherLength) >= MIN_STRETCH || Math.min(length, otherLength) >= MIN_REPLACED;
  });
}

/** Finds what both cuts have at another place in each: of the stretches that only one has in order, what another one has, too. */
function findMoved(one: TimedWords, other: TimedWords, passages: readonly Passage[]): Passage[] {
  const ends = { one: one.times.at(-1) ?? 0, other: other.times.at(-1) ?? 0 };
  const parts = listStretches({ passages }, ends).map(({ from, to }) => {
    return { one: selectWords(one, from.one, to.one), other: selectWords(other, from.other, to.other) };
  });
  return parts.flatMap(({ one }, index) =>
    parts.flatMap(({ other }, place) => (place === index ? [] : alignInOrder(one, other).passages)),
  );
}

function selectWords({ words, times }: TimedWords, from: number, to: number): TimedWords {
  const [first, end] = [bisectLeft(times, from), bisectLeft(times, to)];
  return { words: words.slice(first, end), times: times.slice(first, end) };
}

function move({ one, other }: Pair, seconds: number): Pair {
  return { one: one + seconds, other: other + seconds };
}

/** Turns a map around. */
export function invertMap({ passages, moved, part }: CutMap): CutMap {
  const invert = (all: readonly Passage[]) =>
    all.map((pairs) => pairs.map(({ one, other }) => ({ one: other, other: one })));
  return { passages: invert(passages), moved: invert(moved), part };
}

/** Leaves out the pairs without which times differ by no more than so many seconds. */
const THINNED = 0.5;

/** Thins a map, to tenths of a second, as a saved report keeps it (Douglas and Peucker 1973). */
export function thinMap({ passages, moved, part }: CutMap): CutMap {
  const round = (time: number) => Math.round(10 * time) / 10;
  const thinAll = (all: readonly Passage[]) =>
    all.map((pairs) => thin(pairs).map(({ one, other }) => ({ one: round(one), other: round(other) })));
  return { passages: thinAll(passages), moved: thinAll(moved), part };
}

function thin(pairs: Passage): Passage {
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (!first || !last) return pairs;
  const off = ({ one, other }: Pair) => Math.abs((findWithin([first, last], one) ?? other) - other);
  const place = maxIndex(pairs, off);
  if (off(pairs[place] ?? first) <= THINNED) return [first, last];
  return [...thin(pairs.slice(0, place + 1)).slice(0, -1), ...thin(pairs.slice(place))];
}
