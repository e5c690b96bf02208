import { sum } from "d3-array";
import type { Change } from "./level-changes.ts";

/** A fall and a rise after it (a skip), or a rise and a fall after it (a replay). Each is of one or several steps. */
export interface ChangePair<T extends Change> {
  readonly first: ChangeSteps<T>;
  readonly second: ChangeSteps<T>;
  /** How well their sizes match: the smaller part of the larger, with the preference for skips. */
  readonly match: number;
}

/** Successive changes in one direction, in order of time. At least one. */
type ChangeSteps<T> = readonly [T, ...T[]];

/** Maximum seconds of a passage that is skipped or replayed. */
const MAX_PASSAGE = 420;

/**
 * Maximum seconds from one step to the next. Listeners whose file has another advertisement before hear the same passage
 * so much later.
 */
const MAX_STEP = 60;

/** The smaller side of a pair is at least this part of the larger one. */
const MIN_MATCH = 0.5;

/** Listeners skip far more often than they replay. */
const SKIP_PREFERENCE = 0.25;

/** Pairs falls and rises of about the same size, the best match first. Each change is in one pair at most. */
export function pairChanges<T extends Change>(changes: readonly T[]): ChangePair<T>[] {
  const sides = findSides(changes);
  const pairs = sides.flatMap((first) => sides.flatMap((second) => tryPair(first, second) ?? []));
  const taken = new Set<T>();
  return pairs
    .sort((one, other) => other.match - one.match)
    .filter(({ first, second }) => {
      const steps = [...first, ...second];
      if (steps.some((step) => taken.has(step))) return false;
      for (const step of steps) taken.add(step);
      return true;
    });
}

/** Finds each change, and each series of changes in one direction. */
function findSides<T extends Change>(changes: readonly T[]): ChangeSteps<T>[] {
  const sorted = changes.toSorted((one, other) => one.from - other.from);
  return sorted.flatMap((first, index) => {
    let [side, last]: [ChangeSteps<T>, T] = [[first], first];
    const sides = [side];
    for (const next of sorted.slice(index + 1)) {
      if (next.size * first.size < 0 || next.from - last.to > MAX_STEP) break;
      side = [...side, next];
      sides.push(side);
      last = next;
    }
    return sides;
  });
}

function tryPair<T extends Change>(first: ChangeSteps<T>, second: ChangeSteps<T>): ChangePair<T> | undefined {
  const [one, other] = [first, second].map((steps) => sum(steps, ({ size }) => size)) as [number, number];
  const match = Math.min(Math.abs(one), Math.abs(other)) / Math.max(Math.abs(one), Math.abs(other));
  const [from, to] = [getLast(first).to, second[0].from];
  if (one * other >= 0 || match < MIN_MATCH || to < from || getLast(second).to - first[0].from > MAX_PASSAGE)
    return undefined;
  return { first, second, match: one > 0 ? match + SKIP_PREFERENCE : match };
}

/** Returns the last step of a side. */
export function getLast<T>(steps: ChangeSteps<T>): T {
  return steps.at(-1) ?? steps[0];
}
