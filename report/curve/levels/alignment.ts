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
