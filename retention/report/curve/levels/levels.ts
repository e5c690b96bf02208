/** A curve of which the level at any time can be read, in percent. */
export interface Levels {
  /** Seconds: where the file ends. */
  readonly end: number;
  /** Returns the mean level within a few seconds of a time. */
  readonly getLevel: (time: number) => number;
}

/** The middle of an episode, as parts of its length: neither its opening nor its ending. */
const FROM = 0.2;
const TO = 0.8;

/** Computes how fast listeners leave between two times, as the exponential rate per second. */
export function computeRate({ getLevel }: Pick<Levels, "getLevel">, from: number, to: number): number {
  return Math.log((getLevel(from) + 1) / (getLevel(to) + 1)) / (to - from);
}

/** Computes how fast listeners leave in the middle of an episode, as the exponential rate per second. */
export function computeMiddleRate(levels: Levels): number {
  return computeRate(levels, FROM * levels.end, TO * levels.end);
}

/** Maximum seconds from the start, and before the end, in which episodes are compared second by second. */
const EDGE = 300;

/** Maximum part of an episode's length that an edge takes. */
const EDGE_PART = 1 / 5;

/** Computes how long the openings and endings are in which two episodes are compared second by second, in seconds. */
export function computeEdge(one: number, other: number = one): number {
  return Math.min(EDGE, EDGE_PART * Math.min(one, other));
}

/**
 * Finds the time in one episode that corresponds to a time in another: the same second in the opening, the same second
 * before the end, and the same part in between.
 *
 * @param from length of the episode of that time, in seconds
 * @param to length of the other one
 */
export function alignTime(time: number, from: number, to: number): number {
  const edge = computeEdge(from, to);
  if (time <= edge) return time;
  if (time >= from - edge) return to - (from - time);
  return edge + ((time - edge) * (to - 2 * edge)) / (from - 2 * edge);
}
