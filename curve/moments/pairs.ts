import { pairs } from "d3-array";
import type { Moment } from "./moment.ts";
import type { SharpMove } from "./sharpen.ts";

/** Seconds that a skipped or replayed passage lasts at most. */
const MAX_PASSAGE = 420;

/** A skip or replay that returns by less than this part of its size is a loss, or no moment. */
const MIN_RETURN = 0.5;

/** Where a passage begins and ends within a gradual rise or fall: a few listeners jump too early or too late. */
const EDGE_PART = 0.25;

/** Losses that begin within this part of the end are the end. */
const END_PART = 0.01;

/**
 * Turns rises and falls into moments. A fall and the rise after it, of about the same size, are a skip; a rise and the
 * fall after it are a replay. The best matches are taken first. The other falls are losses.
 */
export function pairMoves(moves: readonly SharpMove[], duration: number): Moment[] {
  const matches = pairs(moves, (first, second) => ({ first, second, match: computeMatch(first, second) }))
    .filter(({ match }) => match >= MIN_RETURN)
    .sort((one, other) => other.match - one.match);
  const taken = new Set<SharpMove>();
  const moments: Moment[] = [];
  for (const { first, second } of matches) {
    if (taken.has(first) || taken.has(second)) continue;
    taken.add(first).add(second);
    moments.push(createPassage(first, second));
  }
  for (const move of moves) {
    if (taken.has(move)) continue;
    if (move.size < 0 && move.from < duration * (1 - END_PART)) moments.push(createLoss(move));
    else if (move.size > 0 && move === moves[0] && move.to <= MAX_PASSAGE) moments.push(createSkippedStart(move));
  }
  return moments;
}

/** Returns the smaller size in relation to the larger, or 0 if the moves don't form a passage. */
function computeMatch(first: SharpMove, second: SharpMove): number {
  if (first.size * second.size > 0 || second.to - first.from > MAX_PASSAGE) return 0;
  const [one, other] = [Math.abs(first.size), Math.abs(second.size)];
  return Math.min(one, other) / Math.max(one, other);
}

function createPassage(first: SharpMove, second: SharpMove): Moment {
  const kind = first.size < 0 ? "skip" : "replay";
  const within = (first.after + second.before) / 2;
  const from = first.from + EDGE_PART * (first.to - first.from);
  const to = second.to - EDGE_PART * (second.to - second.from);
  return { kind, from, to, before: first.before, within, after: second.after };
}

function createLoss({ from, to, before, after }: SharpMove): Moment {
  return { kind: "loss", from, to, before, within: after, after };
}

/** A rise before any fall: listeners skip the beginning. */
function createSkippedStart({ to, before, after }: SharpMove): Moment {
  return { kind: "skip", from: 0, to, before: after, within: before, after };
}
