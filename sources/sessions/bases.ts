import { formatCount } from "../../report/text/count.ts";
import { describeGuid } from "../input/places.ts";
import type { EpisodeCounts } from "./episode-counts.ts";
import { Intervals, MAX_LIKELY_INTERVAL } from "./intervals.ts";

/** What to do about times that no player logs. */
export const MILLISECONDS = "If their times are in milliseconds, convert them to seconds.";

type Episode = readonly [guid: string, counts: EpisodeCounts];

/** Adds up at which intervals the sessions of episodes log. */
export function sumIntervals(episodes: Iterable<Episode>): Intervals {
  const sum = new Intervals();
  for (const [, { intervals }] of episodes) sum.addAll(intervals);
  return sum;
}

/** Says of which episodes no session shows its interval, and by what they are counted. Returns lines. */
export function describeBases(episodes: readonly Episode[]): string[] {
  const short = episodes.filter(([, { shown }]) => shown === 0);
  const ofFeed = short.filter(([, { basis }]) => basis?.of === "feed");
  const ofNobody = short.filter(([, { basis }]) => basis?.of === "nobody");
  const gap = sumIntervals(ofNobody).medianGap;
  return [
    ...(ofFeed.length > 0 ? [`${describeEpisodes(ofFeed)} It is counted by that of most sessions of its feed.`] : []),
    ...(ofNobody.length > 0 && gap !== 1 ? [`${describeEpisodes(ofNobody)} ${describeGap(gap, 1)}`] : []),
  ];
}

/** Says what an interval leaves out where events are further apart. */
export function describeGap(gap: number | undefined, interval: number): string {
  if (gap === undefined) return `Each event covers ${interval} s. If the player logs more rarely, pass --interval.`;
  const reason = `The events of a session are about ${gap} s apart, but each covers at most ${interval} s.`;
  return `${reason} ${gap > MAX_LIKELY_INTERVAL ? MILLISECONDS : `Pass --interval ${gap} to close the gaps.`}`;
}

function describeEpisodes(episodes: readonly Episode[]): string {
  const [[guid] = ["", undefined]] = episodes;
  const others = episodes.length > 1 ? ` (and of ${formatCount(episodes.length - 1, "other episode")})` : "";
  return `No session of episode ${describeGuid(guid)}${others} is long enough to show at which interval it logs.`;
}
