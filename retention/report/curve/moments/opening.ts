import { computeEdge, computeMiddleRate, computeRate, type Levels } from "../levels/levels.ts";
import { computeMedian } from "../statistics/spread.ts";

const MINUTE = 60;

/** The opening lasts as long as listeners leave more than this many times as fast as in the middle. */
const FACTOR = 2;

/** The ending is the last tenth, at most so many seconds: who hears nine tenths has heard the episode. */
const ENDING_PART = 0.1;
const ENDING = 300;

/**
 * Finds where an episode's opening ends, in seconds: after a minute at least, by whole minutes. In it, no moment is
 * named, because listeners of every episode leave there.
 *
 * @param similar the other episodes that say what is usual; without any, the curve's own rate decides
 */
export function findOpening(curve: Levels, similar: readonly Levels[]): number {
  const sources = similar.length > 0 ? similar : [curve];
  const middle = Math.max(0, computeMedian(sources.map(computeMiddleRate)));
  const longest = computeEdge(curve.end);
  let end = Math.min(MINUTE, longest);
  while (end + MINUTE < longest) {
    const from = end;
    const rate = computeMedian(sources.map((source) => computeRate(source, from, from + MINUTE)));
    if (rate <= FACTOR * middle) break;
    end += MINUTE;
  }
  return end;
}

/** Returns where an episode's ending begins, in seconds. */
export function findEnding({ end }: Levels): number {
  return end - Math.min(ENDING, ENDING_PART * end);
}
