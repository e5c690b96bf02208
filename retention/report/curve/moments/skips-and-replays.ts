import { greatest, least, sum } from "d3-array";
import type { BinnedCurve } from "../levels/bins.ts";
import { findBegin } from "./begin.ts";
import { type ChangePair, getLast } from "./change-pairs.ts";
import type { Change, Fall } from "./level-changes.ts";
import type { Moment } from "./moment.ts";

/** A fall of which this part comes back within so many seconds, or had come, is no loss. */
const MIN_BACK = 0.4;
const NEAR = 180;

/** Seconds after a passage in which those who skipped more than it come back. */
export const RETURN_SECONDS = 30;

/** A skip is from what begins its first fall, a replay from the middle of its first rise; both are to the middle of the last change. */
export function composePassage({ first, second }: ChangePair<Change>, curve: BinnedCurve): Moment {
  const [start, turn, end] = [first[0], getLast(first), getLast(second)];
  return {
    kind: start.size > 0 ? "skip" : "replay",
    from: start.size > 0 ? findBegin({ ...start, after: turn.after }, curve, "skip") : (start.from + start.to) / 2,
    to: (end.from + end.to) / 2,
    before: start.before,
    within: turn.after,
    after: end.after,
    share: Math.abs(sum(first, ({ size }) => size)) / start.before,
  };
}

/**
 * Joins passages of one kind that overlap: where the file of some has another advertisement before, they skip the same
 * words at another time.
 */
export function joinPassages(passages: readonly Moment[]): Moment[] {
  const joined: Moment[] = [];
  for (const passage of passages) {
    const last = joined.at(-1);
    if (last && last.kind === passage.kind && passage.from < last.to) joined.splice(-1, 1, join(last, passage));
    else joined.push(passage);
  }
  return joined;
}

function join(one: Moment, other: Moment): Moment {
  const end = other.to > one.to ? other : one;
  const strongest = other.share > one.share ? other : one;
  return { ...one, to: end.to, after: end.after, within: strongest.within, share: strongest.share };
}

/**
 * Finds the passage that a fall is a side of, if not all of it lasts: within three minutes after it, a part comes back,
 * or within three minutes before it, a part had come.
 *
 * @param rises those of no other passage
 */
export function findPassage(fall: Fall, rises: readonly Change[], curve: BinnedCurve): Moment | undefined {
  const { from, to, before, after, size } = fall;
  const middle = (from + to) / 2;
  const later = rises.filter((rise) => rise.from > from && rise.to > to && rise.to <= to + NEAR);
  const back = greatest(later, (rise) => rise.after);
  if (back && back.after - after >= MIN_BACK * size) {
    const end = { to: (back.from + back.to) / 2, after: back.after };
    return { kind: "skip", from: findBegin(fall, curve, "skip"), before, within: after, share: size / before, ...end };
  }
  const earlier = rises.filter((rise) => rise.to < to && rise.from < from && rise.from >= from - NEAR);
  const come = least(earlier, (rise) => rise.before);
  if (come && before - come.before >= MIN_BACK * size) {
    const start = { from: (come.from + come.to) / 2, before: come.before };
    return { kind: "replay", to: middle, within: before, after, share: size / come.before, ...start };
  }
  return undefined;
}

/** Checks whether a change is in a passage that is skipped or replayed, or at most so many seconds away: then it is a part of it. */
export function touches({ from, to }: Change, passage: Moment, seconds: number): boolean {
  return to >= passage.from - seconds && from <= passage.to + seconds;
}
