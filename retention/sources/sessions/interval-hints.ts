import { formatCount } from "../../../lib/count.ts";
import { createFact, describeGuid, type Fact } from "../base/facts.ts";
import { MAX_LIKELY_INTERVAL } from "./intervals.ts";
import { type EpisodeCounts, sumIntervals } from "./session-counts.ts";

type EpisodeEntry = readonly [guid: string, counts: EpisodeCounts];

/** Says of which episodes no session shows its interval, and by what they are counted. */
export function describeBases(episodes: readonly EpisodeEntry[]): Fact[] {
  const short = episodes.filter(([, { shown }]) => shown === 0);
  const ofFeed = short.filter(([, { basis }]) => basis?.of === "feed");
  const ofNobody = short.filter(([, { basis }]) => basis?.of === "nobody");
  const gap = sumIntervals(ofNobody).medianGap;
  return [
    ...(ofFeed.length > 0
      ? [createFact("found", `${describeEpisodes(ofFeed)} It is counted by that of most sessions of its feed.`)]
      : []),
    ...(ofNobody.length > 0 && gap !== 1 ? [describeGap(gap, 1, `${describeEpisodes(ofNobody)} `)] : []),
  ];
}

/** Says what an interval leaves out where events are further apart. */
export function describeGap(gap: number | undefined, interval: number, start = ""): Fact {
  if (gap === undefined) return createFact("unknown-interval", `${start}Each event covers ${interval} s.`);
  const reason = `The events of a session are about ${gap} s apart, but each covers at most ${interval} s.`;
  return gap > MAX_LIKELY_INTERVAL
    ? createFact("wider-gaps", `${start}${reason}`)
    : createFact("wide-gaps", `${start}${reason}`, { gap });
}

function describeEpisodes(episodes: readonly EpisodeEntry[]): string {
  const [[guid] = ["", undefined]] = episodes;
  const others = episodes.length > 1 ? ` (and of ${formatCount(episodes.length - 1, "other episode")})` : "";
  return `No session of episode ${describeGuid(guid)}${others} is long enough to show at which interval it logs.`;
}
