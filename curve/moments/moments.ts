import { greatest } from "d3-array";
import type { BinnedCurve } from "../levels/bins.ts";
import type { Levels } from "../levels/levels.ts";
import { MIN_LISTENERS } from "../levels/noise.ts";
import { computeNormalLimit } from "../statistics/limits.ts";
import { type Change, computeChanges } from "./changes.ts";
import type { Moment } from "./moment.ts";
import { findEnding, findOpening } from "./opening.ts";
import { pairChanges } from "./pairs.ts";
import { compareWithUsual, computeUsualLoss } from "./usual-loss.ts";

/** Changes below so many standard deviations are no part of a moment. */
const MIN_DEVIATIONS = 3;

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
  const { changes, tests } = computeChanges(curve, findOpening(curve, similar), findEnding(curve));
  if (tests === 0) return [];
  const limit = computeNormalLimit(tests);
  const least = curve.listeners < MIN_LISTENERS ? MIN_SHARE_OF_FEW : MIN_SHARE;
  const moves = findMoves(changes, curve.seconds);
  const clear = new Set(
    moves.filter((change) => {
      const { excess, z } = compareWithUsual(change, curve, similar);
      return Math.abs(z) >= limit && Math.abs(excess) >= least * change.before;
    }),
  );
  const pairs = pairChanges(moves);
  const paired = new Set(pairs.flatMap(({ first, second }) => [first, second]));
  const passages = pairs.filter(({ first, second }) => clear.has(first) || clear.has(second)).map(composePassage);
  const losses = moves
    .filter((move) => move.size > 0 && !paired.has(move) && clear.has(move))
    .map((move) => composeLoss(move, computeUsualLoss(move, curve, similar)));
  return [...passages, ...losses].sort((one, other) => one.from - other.from);
}

/** Takes the largest change, then the largest of those that don't overlap it, and so on. */
function findMoves(changes: readonly Change[], seconds: number): Change[] {
  const moves: Change[] = [];
  let left = changes.filter(({ z }) => Math.abs(z) >= MIN_DEVIATIONS);
  for (let best = findClearest(left); best; best = findClearest(left)) {
    const { from, to } = best;
    moves.push(best);
    left = left.filter((change) => change.to < from - seconds || change.from > to + seconds);
  }
  return moves;
}

function findClearest(changes: readonly Change[]): Change | undefined {
  return greatest(changes, ({ z }) => Math.abs(z));
}

/** A passage is from the middle of the one change to the middle of the other. */
function composePassage({ first, second }: { readonly first: Change; readonly second: Change }): Moment {
  return {
    kind: first.size > 0 ? "skip" : "replay",
    from: (first.from + first.to) / 2,
    to: (second.from + second.to) / 2,
    before: first.before,
    within: first.after,
    after: second.after,
    share: Math.abs(first.size) / first.before,
  };
}

function composeLoss({ from, to, before, after, size }: Change, usual: number | undefined): Moment {
  const share = size / before;
  return { kind: "loss", from, to, before, within: after, after, share, ...(usual !== undefined && { usual }) };
}
