import { parsePeriod } from "../duration.ts";

/** The longest window: a week. Listens must not expire before they are folded. */
const MAX_WINDOW = "7d";

/**
 * Reads LISTEN_WINDOW (default `1d`).
 *
 * @returns seconds
 * @throws RangeError if it is not a duration, or longer than a week
 */
export function parseListenWindow({ LISTEN_WINDOW }: NodeJS.ProcessEnv): number {
  const seconds = parsePeriod("LISTEN_WINDOW", LISTEN_WINDOW || "1d");
  if (seconds <= parsePeriod("LISTEN_WINDOW", MAX_WINDOW)) return seconds;
  throw new RangeError(`Invalid LISTEN_WINDOW: the maximum is ${MAX_WINDOW}`);
}

/**
 * Reads MIN_LISTENERS (default 5): the number of new listeners with which a chart is drawn again.
 *
 * @throws RangeError if it is not a whole number above 0
 */
export function parseMinListeners({ MIN_LISTENERS }: NodeJS.ProcessEnv): number {
  const count = Number(MIN_LISTENERS || 5);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new RangeError(`Invalid MIN_LISTENERS: expected a whole number above 0, not "${MIN_LISTENERS}"`);
}
