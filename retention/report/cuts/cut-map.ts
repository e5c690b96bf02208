import { bisectLeft, maxIndex } from "d3-array";
import { type Anchor, findAnchors } from "./anchors.ts";
import { countWords, type TimedWords } from "./timed-words.ts";

/** A time in one cut of an episode, and the same in another one, in seconds. */
export interface TimePair {
  readonly one: number;
  readonly other: number;
}

/** Where something begins and ends in two cuts. */
export interface CutSpan {
  readonly from: TimePair;
  readonly to: TimePair;
}

/** Which times two cuts of an episode have in common, in spans within which time passes evenly. */
export interface CutMap {
  /** In one order in both. */
  readonly spans: readonly CutSpan[];
  /** At another place in each. */
  readonly moved: readonly CutSpan[];
  /** Part, from 0 to 1, of the words of the shorter cut that are in these spans. */
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
 * @returns spans none of which is in both cuts twice, or only the part if that is too small for one episode
 */
export function alignCuts(one: TimedWords, other: TimedWords): CutMap {
  const map = alignInOrder(one, other);
  const ends = { one: one.times.at(-1) ?? 0, other: other.times.at(-1) ?? 0 };
  const alone = listAlone(map.spans, ends).map(({ from, to }) => {
    return { one: selectWords(one, from.one, to.one), other: selectWords(other, from.other, to.other) };
  });
  const moved = alone.flatMap(({ one }, index) =>
    alone.flatMap(({ other }, place) => (place === index ? [] : alignInOrder(one, other).spans)),
  );
  return { ...map, moved };
}

function alignInOrder(one: TimedWords, other: TimedWords): Pick<CutMap, "spans" | "part"> {
  const unlike = countWords(one.words[0], MOST_UNLIKE);
  const found = splitAtCuts(findAnchors(one, other), unlike).filter(({ length }) => length >= MIN_ANCHORS);
  const passages = splitAtCuts(found.flat(), unlike);
  const count = (words: TimedWords, place: "word" | "otherWord") =>
    passages.reduce((sum, anchors) => sum + 1 + (anchors.at(-1)?.[place] ?? 0) - (anchors[0]?.[place] ?? 0), 0) /
    Math.max(1, words.words.length);
  const part = Math.max(count(one, "word"), count(other, "otherWord"));
  return { spans: part < MIN_PART ? [] : passages.flatMap(straighten), part };
}

function selectWords({ words, times }: TimedWords, from: number, to: number): TimedWords {
  const [first, end] = [bisectLeft(times, from), bisectLeft(times, to)];
  return { words: words.slice(first, end), times: times.slice(first, end) };
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

/** Spans differ from what they were drawn from by no more than so many seconds. */
const STRAIGHT = 0.5;

/** Draws the times of a passage as few spans, in tenths of a second (Douglas and Peucker 1973). */
function straighten(passage: readonly TimePair[]): CutSpan[] {
  const [from, to] = [passage[0], passage.at(-1)];
  if (!from || !to) return [];
  const off = ({ one, other }: TimePair) => Math.abs(follow({ from, to }, one) - other);
  const place = maxIndex(passage, off);
  if (off(passage[place] ?? from) <= STRAIGHT) return [{ from: round(from), to: round(to) }];
  return [...straighten(passage.slice(0, place + 1)), ...straighten(passage.slice(place))];
}

function round({ one, other }: TimePair): TimePair {
  return { one: Math.round(10 * one) / 10, other: Math.round(10 * other) / 10 };
}

function follow({ from, to }: CutSpan, time: number): number {
  return from.other + ((time - from.one) * (to.other - from.other)) / (to.one - from.one || 1);
}

/** Finds the time in the other cut of a time in one. Undefined where the other cut does not have it, or nobody knows. */
export function findOther({ spans, moved }: Pick<CutMap, "spans" | "moved">, time: number): number | undefined {
  const isIn = ({ from, to }: CutSpan) => time >= from.one && time <= to.one;
  const span = spans.find(isIn) ?? moved.find(isIn);
  return span && follow(span, time);
}

/** As {@link findOther}, where the other cut does not have a time, that at which it is cut. Beyond what is said, time passes evenly. */
export function findNearest(map: CutMap, time: number): number {
  const known = findOther(map, time);
  if (known !== undefined) return known;
  const [first, last] = [map.spans[0], map.spans.at(-1)];
  const before = map.spans.findLast(({ from }) => from.one <= time);
  if (!before) return Math.max(0, first ? first.from.other - first.from.one + time : time);
  return before === last ? before.to.other + time - before.to.one : before.to.other;
}

/** What only one cut has is as long, because less is between words; and if it is in place of something else. In seconds. */
export const MIN_ALONE = 5;
const MIN_REPLACED = 15;

/** Lists where one of two cuts has what the other one does not have, or has something else in its place. @param ends how long they are */
export function listAlone(spans: CutMap["spans"], ends: TimePair): CutSpan[] {
  const [first, last] = [spans[0]?.from, spans.at(-1)?.to];
  if (!first || !last) return [];
  // Music and silence before the first word and after the last one are taken for the same.
  const [before, after] = [Math.min(first.one, first.other), Math.min(ends.one - last.one, ends.other - last.other)];
  const froms = [{ one: 0, other: 0 }, ...spans.slice(0, -1).map(({ to }) => to), move(last, after)];
  const tos = [move(first, -before), ...spans.slice(1).map(({ from }) => from), ends];
  return tos.flatMap((to, index) => {
    const from = froms[index] ?? to;
    const [length, otherLength] = [to.one - from.one, to.other - from.other];
    const isLong = Math.abs(length - otherLength) >= MIN_ALONE || Math.min(length, otherLength) >= MIN_REPLACED;
    return isLong ? [{ from, to }] : [];
  });
}

function move({ one, other }: TimePair, seconds: number): TimePair {
  return { one: one + seconds, other: other + seconds };
}

/** Turns a map around. */
export function invertMap({ spans, moved, part }: CutMap): CutMap {
  const turn = ({ one, other }: TimePair) => ({ one: other, other: one });
  const invert = (all: readonly CutSpan[]) => all.map(({ from, to }) => ({ from: turn(from), to: turn(to) }));
  return { spans: invert(spans), moved: invert(moved), part };
}
