import type { BinnedCurve } from "../levels/bins.ts";
import type { Levels } from "../levels/levels.ts";
import { MIN_LISTENERS } from "../levels/noise.ts";
import { computeNormalLimit, MOMENTS_ALPHA, SLOW_ALPHA } from "../statistics/limits.ts";
import { type Pair, pairChanges } from "./change-pairs.ts";
import { type Change, type Changes, computeChanges, type Fall } from "./level-changes.ts";
import { isSameMoment, type Moment } from "./moment.ts";
import { findMoves, joinFalls, MIN_DEVIATIONS, type Move } from "./moves.ts";
import { findEnding, findOpening } from "./opening.ts";
import { composePassage, covers, findPassage, joinPassages, LATE } from "./passages.ts";
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
  return [...findBothMoments(curve, similar).moments];
}

/** The moments of a curve beside other episodes, and those that it has alone: what is usual is one of these. */
interface BothMoments {
  readonly moments: readonly Moment[];
  readonly alone: readonly Moment[];
}

/**
 * Finds them from one search of the curve.
 *
 * @param curves number of the curves that are searched
 */
export function findBothMoments(curve: BinnedCurve, similar: readonly Levels[], curves = 1): BothMoments {
  const [start, stop] = [findOpening(curve, similar), findEnding(curve)];
  const changes = computeChanges(curve, start, stop);
  const alone = tellMoments(changes, curve, []);
  const slow = similar.length === 0 ? [] : computeSlowFalls(curve, similar, start, stop);
  const moments = similar.length === 0 ? alone : tellMoments(changes, curve, similar, slow);
  const touchesNone = ({ from, to }: Moment) =>
    !curve.gaps.some((gap) => from <= gap.to + curve.seconds && to >= gap.from - curve.seconds);
  const certain = tellMoments(changes, curve, similar, slow, curves);
  const mark = (moment: Moment): Moment =>
    certain.some((other) => isSameMoment(other, moment)) ? { ...moment, isCertain: true } : moment;
  return { moments: moments.filter(touchesNone).map(mark), alone: alone.filter(touchesNone) };
}

function tellMoments(
  { changes, tests }: Changes,
  curve: BinnedCurve,
  similar: readonly Levels[],
  slow: readonly Change[] = [],
  curves = 1,
): Moment[] {
  if (tests === 0) return [];
  const limit = computeNormalLimit(tests, MOMENTS_ALPHA / curves);
  const smallest = curve.listeners < MIN_LISTENERS ? MIN_SHARE_OF_FEW : MIN_SHARE;
  const moves = findMoves(changes, curve.seconds).map((change): Move => {
    const { excess, z } = compareWithUsual(change, curve, similar);
    return { ...change, isClear: Math.abs(z) >= limit && Math.abs(excess) >= smallest * change.before };
  });
  const pairs = pairChanges(moves);
  const paired = new Set(pairs.flatMap(({ first, second }) => [...first, ...second]));
  const passages = joinPassages(pairs.filter(hasClear).map(composePassage).sort(byTime));
  const isApart = (seconds: number) => (change: Change) => !passages.some(covers(change, seconds));
  const falls = moves.filter((move) => move.size > 0 && !paired.has(move) && isApart(curve.seconds)(move));
  const clear = joinFalls(falls, curve.seconds).filter(({ isClear }) => isClear);
  const slowLimit = computeNormalLimit(tests, SLOW_ALPHA / curves);
  const smallestSlow = Math.max(smallest, MIN_SLOW_SHARE);
  const isClearlySlow = ({ z, size, before }: Change) => z >= slowLimit && size >= smallestSlow * before;
  const slopes = addSlow(clear, findMoves(slow.filter(isClearlySlow).filter(isApart(LATE)), 0));
  const rises = changes.filter((change) => change.z <= -MIN_DEVIATIONS).filter(isApart(LATE));
  const told = slopes.map((slope) => {
    const passage = findPassage(slope, rises);
    return passage ?? composeLoss(slope, computeUsualLoss(slope, curve, similar));
  });
  return [...passages, ...told].sort(byTime);
}

const hasClear = ({ first, second }: Pair<Move>) => [...first, ...second].some(({ isClear }) => isClear);

const byTime = (one: Moment, other: Moment) => one.from - other.from;

function composeLoss({ from, to, before, after, size }: Fall, usual: number | undefined): Moment {
  const share = size / before;
  return { kind: "loss", from, to, before, within: after, after, share, ...(usual !== undefined && { usual }) };
}
