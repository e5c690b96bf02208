import { bisectLeft, blur, maxIndex, sum } from "d3-array";
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

/** The one of two cuts that the other is not. */
export const TURNED = { one: "other", other: "one" } as const;

/** Where two cuts differ, and seconds of that which only one of them has. */
interface CutDifference extends CutSpan {
  readonly alone: TimePair;
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
  const alone = listAlone({ ...map, moved: [] }, ends).map(({ from, to }) => {
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
  return { spans: part < MIN_PART ? [] : passages.flatMap((passage) => straighten(smooth(passage))), part };
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

/** Times of words are exact to a second: the mean of some before and after is more exact. So many anchors. */
const SMOOTH = 5;

function smooth(passage: readonly TimePair[]): TimePair[] {
  const offsets = blur(
    passage.map(({ one, other }) => other - one),
    SMOOTH,
  );
  return passage.map(({ one }, index) => ({ one, other: one + (offsets[index] ?? 0) }));
}

/** Spans differ from what they were drawn from by no more than so many seconds. */
const STRAIGHT = 0.5;

/** Draws the times of a passage as few spans, in tenths of a second (Douglas and Peucker 1973). */
function straighten(passage: readonly TimePair[]): CutSpan[] {
  const [from, to] = [passage[0], passage.at(-1)];
  if (!from || !to) return [];
  const off = ({ one, other }: TimePair) => Math.abs(follow({ from, to }, one, "one") - other);
  const place = maxIndex(passage, off);
  if (off(passage[place] ?? from) <= STRAIGHT) return [{ from: round(from), to: round(to) }];
  return [...straighten(passage.slice(0, place + 1)), ...straighten(passage.slice(place))];
}

function round({ one, other }: TimePair): TimePair {
  return { one: Math.round(10 * one) / 10, other: Math.round(10 * other) / 10 };
}

function follow({ from, to }: CutSpan, time: number, cut: keyof TimePair): number {
  const other = TURNED[cut];
  return from[other] + ((time - from[cut]) * (to[other] - from[other])) / (to[cut] - from[cut] || 1);
}

/** Finds the time in the other cut of a time in one cut. Undefined where the other does not have it, or nobody knows. */
export function findOther(
  { spans, moved }: Pick<CutMap, "spans" | "moved">,
  time: number,
  cut: keyof TimePair = "one",
): number | undefined {
  const isIn = ({ from, to }: CutSpan) => time >= from[cut] && time <= to[cut];
  const span = spans.find(isIn) ?? moved.find(isIn);
  return span && follow(span, time, cut);
}

/** As {@link findOther}, where the other cut does not have a time, that at which it is cut. Beyond what is said, time passes evenly. */
export function findNearest(map: Pick<CutMap, "spans" | "moved">, time: number, cut: keyof TimePair = "one"): number {
  const known = findOther(map, time, cut);
  if (known !== undefined) return known;
  const [first, last] = [map.spans[0], map.spans.at(-1)];
  const before = map.spans.findLast(({ from }) => from[cut] <= time);
  const other = TURNED[cut];
  if (before && before !== last) return before.to[other];
  const beyond = before?.to ?? first?.from;
  return beyond ? Math.max(0, beyond[other] + time - beyond[cut]) : time;
}

/** What only one cut has is as long, because less is between words; and if it is in place of something else. In seconds. */
export const MIN_ALONE = 5;
const MIN_REPLACED = 15;

/**
 * Lists where one of two cuts has what the other one does not have, or has something else in its place. What is at another place is not alone.
 *
 * @param ends how long both are
 */
export function listAlone({ spans, moved }: Pick<CutMap, "spans" | "moved">, ends: TimePair): CutDifference[] {
  const [first, last] = [spans[0]?.from, spans.at(-1)?.to];
  if (!first || !last) return [];
  // Music and silence before the first word and after the last one are taken for the same.
  const [before, after] = [Math.min(first.one, first.other), Math.min(ends.one - last.one, ends.other - last.other)];
  const froms = [{ one: 0, other: 0 }, ...spans.slice(0, -1).map(({ to }) => to), move(last, after)];
  const tos = [move(first, -before), ...spans.slice(1).map(({ from }) => from), ends];
  return tos.flatMap((to, index) => {
    const gap = { from: froms[index] ?? to, to };
    const measure = (cut: keyof TimePair) => {
      const within = moved.filter(({ from, to }) => from[cut] >= gap.from[cut] && to[cut] <= gap.to[cut]);
      return Math.max(0, measureSpan(gap, cut) - sum(within, (span) => measureSpan(span, cut)));
    };
    const [one, other] = [measure("one"), measure("other")];
    const isLong = Math.abs(one - other) >= MIN_ALONE || Math.min(one, other) >= MIN_REPLACED;
    return isLong ? [{ ...gap, alone: { one: countAlone(one, other), other: countAlone(other, one) } }] : [];
  });
}

/** Measures in one of two cuts how long a span is, in seconds. */
export function measureSpan({ from, to }: CutSpan, cut: keyof TimePair): number {
  return to[cut] - from[cut];
}

/** Counts the seconds that one cut has alone. Where the other has next to nothing, that is between two words. */
function countAlone(seconds: number, others: number): number {
  if (seconds < MIN_ALONE) return 0;
  return others < MIN_ALONE ? seconds - others : seconds;
}

function move({ one, other }: TimePair, seconds: number): TimePair {
  return { one: one + seconds, other: other + seconds };
}
