import type { Change } from "./changes.ts";

/** A fall and a rise after it (a skip), or a rise and a fall after it (a replay). */
interface Pair {
  readonly first: Change;
  readonly second: Change;
  /** How well their sizes match: the smaller part of the larger, with the preference for skips. */
  readonly match: number;
}

/** Maximum seconds of a passage that is skipped or replayed. */
const MAX_PASSAGE = 420;

/** The smaller change of a pair is at least this part of the larger one. */
const MIN_MATCH = 0.5;

/** Listeners skip far more often than they replay. */
const SKIP_PREFERENCE = 0.25;

/** Pairs falls and rises of about the same size, the best match first. Each change is in one pair at most. */
export function pairChanges(changes: readonly Change[]): Pair[] {
  const pairs = changes.flatMap((first) => changes.flatMap((second) => tryPair(first, second) ?? []));
  const taken = new Set<Change>();
  return pairs
    .sort((one, other) => other.match - one.match)
    .filter(({ first, second }) => {
      if (taken.has(first) || taken.has(second)) return false;
      taken.add(first).add(second);
      return true;
    });
}

function tryPair(first: Change, second: Change): Pair | undefined {
  const [smaller = 0, larger = 1] = [Math.abs(first.size), Math.abs(second.size)].sort((one, other) => one - other);
  const match = smaller / larger;
  if (first.size * second.size >= 0 || match < MIN_MATCH) return undefined;
  if (second.from < first.to || second.to - first.from > MAX_PASSAGE) return undefined;
  return { first, second, match: first.size > 0 ? match + SKIP_PREFERENCE : match };
}
