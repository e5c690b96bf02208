import type { BinnedCurve } from "../levels/bins.ts";
import type { Levels } from "../levels/levels.ts";
import { MIN_LISTENERS } from "../levels/noise.ts";
import { computeNormalLimit, MOMENTS_ALPHA, SLOW_ALPHA } from "../statistics/limits.ts";
import { findBegin } from "./begin.ts";
import { type ChangePair, pairChanges } from "./change-pairs.ts";
import { type Change, type Changes, computeChanges, type Fall } from "./level-changes.ts";
import { isSameMoment, type Moment } from "./moment.ts";
import { findMoves, joinFalls, MIN_DEVIATIONS, type Move } from "./moves.ts";
import { findEnding, findOpening } from "./opening.ts";
import { composePassage, findPassage, joinPassages, RETURN_SECONDS, touches } from "./skips-and-replays.ts";
import { addSlow, computeSlowFalls } from "./slow-falls.ts";
import { compareWithUsual, computeUsualLoss } from "./usual-loss.ts";

/** Smaller losses are not worth a moment, however certain. Parts of those present. */
const MIN_SHARE = 0.03;

/** The smallest slow loss, as part of those present. */
const MIN_SLOW_SHARE = 0.05;

/** The smallest share that is named if fewer than 30 listen: three of ten people. */
export const MIN_SHARE_OF_FEW = 0.3;

/**
 * Finds the moments of a curve, in order of time, outside its opening and ending: where listeners leave, skip or replay
 * beyond the curve's own rate, its noise, and what the show usually loses there. Beside other episodes, also where they
 * leave slowly, within three minutes. None is told that touches a place without points. A curve without any names one by chance in about one or two of a hundred.
 *
 * @param similar other episodes of a similar length; empty if they are too few to say what is usual
 */
export function findMoments(curve: BinnedCurve, similar: readonly Levels[]): Moment[] {
  const search = searchCurve(curve, similar);
  return leaveOutGaps(listLimited(search, computeLimits(search, 1)), curve);
}

/**
 * The moments of a curve beside other episodes, and those that it has alone, of which some are what is usual: between the same
 * opening and ending.
 */
interface BothMoments {
  readonly moments: readonly Moment[];
  readonly alone: readonly Moment[];
}

/**
 * Finds them from one search of the curve, and marks those that are certain.
 *
 * @param curves number of the curves that are searched: what is certain is beyond the chance of all of them
 */
export function findBothMoments(curve: BinnedCurve, similar: readonly Levels[], curves: number): BothMoments {
  const search = searchCurve(curve, similar);
  const limits = computeLimits(search, 1);
  const moments = listLimited(search, limits);
  const alone = similar.length === 0 ? moments : listLimited({ ...search, similar: [], slow: [] }, limits);
  const certain = listLimited(search, computeLimits(search, curves));
  // With other limits, what is joined to it may be more or less.
  const mark = (moment: Moment): Moment =>
    certain.some((other) => isSameMoment(other, moment)) ? { ...moment, isCertain: true } : moment;
  return { moments: leaveOutGaps(moments, curve).map(mark), alone: leaveOutGaps(alone, curve) };
}

/** What of a curve may be moments, and what they are compared with. */
interface Search extends Changes {
  readonly curve: BinnedCurve;
  readonly similar: readonly Levels[];
  /** What the curve loses slowly beside the similar episodes; empty without any. */
  readonly slow: readonly Change[];
}

/** Searches a curve between its opening and its ending. */
function searchCurve(curve: BinnedCurve, similar: readonly Levels[]): Search {
  const [start, stop] = [findOpening(curve, similar), findEnding(curve)];
  const slow = similar.length === 0 ? [] : computeSlowFalls(curve, similar, start, stop);
  return { ...computeChanges(curve, start, stop), curve, similar, slow };
}

/** What a change has to reach to be told. */
interface Limit {
  /** Standard deviations of chance. */
  readonly deviations: number;
  /** Part of those present. */
  readonly share: number;
}

interface Limits {
  readonly change: Limit;
  readonly slowFall: Limit;
}

function computeLimits({ tests, curve: { listeners } }: Search, curves: number): Limits {
  const share = listeners < MIN_LISTENERS ? MIN_SHARE_OF_FEW : MIN_SHARE;
  return {
    change: { deviations: computeNormalLimit(tests, MOMENTS_ALPHA / curves), share },
    slowFall: {
      deviations: computeNormalLimit(tests, SLOW_ALPHA / curves),
      share: Math.max(share, MIN_SLOW_SHARE),
    },
  };
}

function isBeyond({ z, size, before }: Pick<Change, "z" | "size" | "before">, { deviations, share }: Limit): boolean {
  return Math.abs(z) >= deviations && Math.abs(size) >= share * before;
}

/** Lists what reaches the limits, in order of time: passages, and falls outside of them, of which some are sides of others. */
function listLimited(search: Search, limits: Limits): Moment[] {
  const { tests, changes, curve } = search;
  if (tests === 0) return [];
  const moves = findMoves(changes, curve.seconds).map((change) => judge(change, search, limits.change));
  const pairs = pairChanges(moves);
  const passages = joinPassages(
    pairs
      .filter(hasClear)
      .map((pair) => composePassage(pair, curve))
      .sort(byTime),
  );
  const falls = findFalls(moves, pairs, passages, curve.seconds);
  const slowFalls = findSlowFalls(search, passages, limits.slowFall);
  // Also those that overlap a larger change, and so are no moves.
  const rises = changes.filter((change) => change.z <= -MIN_DEVIATIONS && isApart(change, passages, RETURN_SECONDS));
  const told = addSlow(falls, slowFalls).map((fall) => findPassage(fall, rises, curve) ?? composeLoss(fall, search));
  return [...passages, ...told].sort(byTime);
}

/** Finds the clear falls outside of passages. One that came back, though in no clear pair, is no part of a fall that it touches. */
function findFalls(
  moves: readonly Move[],
  pairs: readonly ChangePair<Move>[],
  passages: readonly Moment[],
  seconds: number,
): Fall[] {
  const paired = new Set(pairs.flatMap(({ first, second }) => [...first, ...second]));
  const single = moves.filter((move) => move.size > 0 && !paired.has(move) && isApart(move, passages, seconds));
  return joinFalls(single, seconds).filter(({ isClear }) => isClear);
}

/** Finds the slow falls outside of passages, of which no two touch. */
function findSlowFalls({ slow }: Search, passages: readonly Moment[], limit: Limit): Fall[] {
  const told = slow.filter((fall) => isBeyond(fall, limit) && isApart(fall, passages, RETURN_SECONDS));
  return findMoves(told, 0);
}

function isApart(change: Change, passages: readonly Moment[], seconds: number): boolean {
  return !passages.some((passage) => touches(change, passage, seconds));
}

/** Judges whether a change is beyond chance, and beyond what the show usually loses there. */
function judge(change: Change, { curve, similar }: Search, limit: Limit): Move {
  const { excess, z } = compareWithUsual(change, curve, similar);
  return { ...change, isClear: isBeyond({ z, size: excess, before: change.before }, limit) };
}

const hasClear = ({ first, second }: ChangePair<Move>) => [...first, ...second].some(({ isClear }) => isClear);

const byTime = (one: Moment, other: Moment) => one.from - other.from;

function composeLoss(fall: Fall, { curve, similar }: Search): Moment {
  const { to, before, after, size } = fall;
  const from = findBegin(fall, curve, "loss");
  const usual = computeUsualLoss(fall, curve, similar);
  const share = size / before;
  return { kind: "loss", from, to, before, within: after, after, share, ...(usual !== undefined && { usual }) };
}

/**
 * Rounds the shares of moments to whole people of those present before them, so that a percentage and the numbers beside it say
 * the same.
 *
 * @param whole the listeners that 100 % are; undefined if that is not known
 */
export function roundToPeople(moments: readonly Moment[], whole: number | undefined): readonly Moment[] {
  return moments.map((moment) => {
    const present = countPresent(moment, whole);
    return present === 0 ? moment : { ...moment, share: Math.max(1, Math.round(moment.share * present)) / present };
  });
}

/** Counts those present before a moment; 0 if that is not known. */
export function countPresent({ before }: Pick<Moment, "before">, whole = 0): number {
  return Math.round((before / 100) * whole);
}

/** Leaves out the moments that touch a place without points. */
function leaveOutGaps(moments: readonly Moment[], { gaps, seconds }: BinnedCurve): Moment[] {
  return moments.filter(({ from, to }) => !gaps.some((gap) => from <= gap.to + seconds && to >= gap.from - seconds));
}
