import type { Segment } from "./pelt.ts";

/** A rise or fall of a curve that its slope on both sides does not explain. */
export interface Move {
  /** Bins between which it happens. */
  readonly from: number;
  readonly to: number;
  /** The curve's values on both sides. */
  readonly before: number;
  readonly after: number;
  /** Percentage points beyond the usual slope: negative if the curve falls. */
  readonly size: number;
}

/** Moves of less than this many percentage points are neither joined nor kept apart. */
const NEGLIGIBLE = 0.5;

/**
 * Finds rises and falls between and within lines. A line longer than a transition is the curve's usual slope; a shorter
 * one is a move, or a level between two moves.
 *
 * @param longest most bins that a rise or fall takes
 */
export function computeMoves(segments: readonly Segment[], longest: number): Move[] {
  const moves = segments.flatMap((segment, index) => {
    const slope = computeSlope(segments, index, longest);
    const before = segments[index - 1];
    const jump = before && {
      from: before.to - 1,
      to: segment.from,
      before: before.last,
      after: segment.first,
      size: segment.first - before.last - slope,
    };
    if (segment.to - segment.from > longest) return jump ? [jump] : [];
    const [from, to] = [segment.from, segment.to - 1];
    const size = segment.last - segment.first - slope * (to - from);
    const inner = { from, to, before: segment.first, after: segment.last, size };
    return jump ? [jump, inner] : [inner];
  });
  return joinMoves(moves.filter(({ size }) => Math.abs(size) >= NEGLIGIBLE));
}

/** Returns the usual slope per bin: the mean of the nearest long lines on both sides. */
function computeSlope(segments: readonly Segment[], index: number, longest: number): number {
  const isLong = ({ from, to }: Segment) => to - from > longest;
  const near = [segments.slice(0, index).findLast(isLong), segments.slice(index).find(isLong)];
  const slopes = near.flatMap((line) => (line ? [(line.last - line.first) / (line.to - line.from - 1)] : []));
  return slopes.length > 0 ? slopes.reduce((sum, slope) => sum + slope) / slopes.length : 0;
}

/** Joins moves in the same direction that follow each other at once. */
function joinMoves(moves: readonly Move[]): Move[] {
  const joined: Move[] = [];
  for (const move of moves) {
    const last = joined.at(-1);
    if (last && Math.sign(last.size) === Math.sign(move.size) && move.from - last.to <= 1)
      joined.splice(-1, 1, { ...last, to: move.to, after: move.after, size: last.size + move.size });
    else joined.push(move);
  }
  return joined;
}
