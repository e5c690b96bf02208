import { Episodes } from "../../sources/feed/feed-episodes.ts";

/** Makes the episodes of a feed, from their durations in seconds by GUID. */
export function makeEpisodes(durations: Readonly<Record<string, number>>): Episodes {
  const episodes = new Episodes();
  episodes.addFeed(
    "feed.xml",
    Object.entries(durations).map(([guid, duration]) => ({ guid, duration })),
  );
  return episodes;
}
