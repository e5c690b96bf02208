import type { Intervals } from "./intervals.ts";

/** Seconds that an event covers if no session of its episode and its feed shows its interval. */
const DEFAULT_INTERVAL = 1;

/** An interval in seconds, and whose it is: that of most sessions of the episode or its feed, or nobody's. */
export interface Basis {
  readonly interval: number;
  readonly of: "episode" | "feed" | "nobody";
}

/** Finds by what sessions are counted that do not show their interval. */
export function findBasis(ofEpisode: Intervals, ofFeed: Intervals | undefined): Basis {
  if (ofEpisode.mostCommon !== undefined) return { interval: ofEpisode.mostCommon, of: "episode" };
  if (ofFeed?.mostCommon !== undefined) return { interval: ofFeed.mostCommon, of: "feed" };
  return { interval: DEFAULT_INTERVAL, of: "nobody" };
}
