import type { BinnedCurve } from "../levels/bins.ts";
import type { Levels } from "../levels/levels.ts";
import { MIN_LISTENERS } from "../levels/noise.ts";
import { computeNormalLimit, MOMENTS_ALPHA } from "../statistics/limits.ts";
import { type Change, type Changes, computeChanges } from "./changes.ts";
import type { Moment } from "./moment.ts";
import { findMoves, joinFalls, MIN_DEVIATIONS, type Move } from "./moves.ts";
import { findEnding, findOpening } from "./opening.ts";
import { type Pair, pairChanges } from "./pairs.ts";
import { composePassage, covers, findPassage, joinPassages, LATE } from "./passages.ts";
import { compareWithUsual, computeUsualLoss } from "./usual-loss.ts";

/** Smaller losses are not worth a moment, however certain. Parts of those present. */
const MIN_SHARE = 0.03;

/** The smallest share that is named if fewer than 30 listen: three of ten people. */
export const MIN_SHARE_OF_FEW = 0.3;

/**
 * Finds the moments of a curve, in order of time, outside its opening and ending: where listeners leave, skip or replay
 * beyond the curve's own rate, its noise, and what the show usually loses there. A curve without any names one by chance
 * in about one of a hundred.
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

/** Finds both from one search of the curve. */
export function findBothMoments(curve: BinnedCurve, similar: readonly Levels[]): BothMoments {
  const changes = computeChanges(curve, findOpening(curve, similar), findEnding(curve));
  const moments = tellMoments(changes, curve, similar);
  return { moments, alone: similar.length > 0 ? tellMoments(changes, curve, []) : moments };
}

function tellMoments({ changes, tests }: Changes, curve: BinnedCurve, similar: readonly Levels[]): Moment[] {
  if (tests === 0) return [];
  const limit = computeNormalLimit(tests, MOMENTS_ALPHA);
  const smallest = curve.listeners < MIN_LISTENERS ? MIN_SHARE_OF_FEW : MIN_SHARE;
  const moves = findMoves(changes, curve.seconds).map((change): Move => {
    const { excess, z } = compareWithUsual(change, curve, similar);
    return { ...change, isClear: Math.abs(z) >= limit && Math.abs(excess) >= smallest * change.before };
  });
  const pairs = pairChanges(moves);
  const paired = new Set(pairs.flatMap(({ first, second }) => [...first, ...second]));
  const passages = joinPassages(pairs.filter(hasClear).map(composePassage).sort(byTime));
  const falls = moves.filter(
    (move) => move.size > 0 && !paired.has(move) && !passages.some(covers(move, curve.seconds)),
  );
  const slopes = joinFalls(falls, curve.seconds).filter(({ isClear }) => isClear);
  const rises = changes.filter((change) => change.z <= -MIN_DEVIATIONS && !passages.some(covers(change, LATE)));
  const told = slopes.map((slope) => {
    const passage = findPassage(slope, rises);
    return passage ?? composeLoss(slope, computeUsualLoss(slope, curve, similar));
  });
  return [...passages, ...told].sort(byTime);
}

const hasClear = ({ first, second }: Pair<Move>) => [...first, ...second].some(({ isClear }) => isClear);

const byTime = (one: Moment, other: Moment) => one.from - other.from;

function composeLoss({ from, to, before, after, size }: Change, usual: number | undefined): Moment {
  const share = size / before;
  return { kind: "loss", from, to, before, within: after, after, share, ...(usual !== undefined && { usual }) };
}
