import { greatest } from "d3-array";
import type { Change, Fall } from "./level-changes.ts";

/** A change that is beyond chance, and perhaps large enough to be told. */
export interface Move extends Change {
  readonly isClear: boolean;
}

/** Changes below so many standard deviations are no part of a moment. */
export const MIN_DEVIATIONS = 3;

/**
 * Takes the largest change, then the largest of those that don't overlap it, and so on. One may begin where another
 * ends: in a curve of wide bins, that is where those who skip come back.
 *
 * @param seconds of a bin, by half of which two may overlap; 0 if none may
 */
export function findMoves(changes: readonly Change[], seconds: number): Change[] {
  const moves: Change[] = [];
  let left = changes.filter(({ z }) => Math.abs(z) >= MIN_DEVIATIONS);
  for (let best = findClearest(left); best; best = findClearest(left)) {
    const [from, to] = [best.from + seconds / 2, best.to - seconds / 2];
    moves.push(best);
    left = left.filter((change) => change.to < from || change.from > to);
  }
  return moves;
}

function findClearest(changes: readonly Change[]): Change | undefined {
  return greatest(changes, ({ z }) => Math.abs(z));
}

/** One or several falls that touch each other, of which one may be clear. */
type JoinedFall = Fall & Pick<Move, "isClear">;

/** Joins falls that touch each other, so that a slow one is told as a whole. */
export function joinFalls(falls: readonly JoinedFall[], seconds: number): JoinedFall[] {
  const joined: JoinedFall[] = [];
  for (const fall of falls.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && fall.from - last.to <= seconds) joined.splice(-1, 1, joinTwo(last, fall));
    else joined.push(fall);
  }
  return joined;
}

function joinTwo(one: JoinedFall, other: JoinedFall): JoinedFall {
  return {
    from: one.from,
    to: other.to,
    before: one.before,
    after: other.after,
    size: one.size + other.size,
    isClear: one.isClear || other.isClear,
  };
}
