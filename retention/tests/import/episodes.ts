import { Episodes } from "../../sources/feed/feed-episodes.ts";
import { Endings } from "../../sources/feed/guid-finders.ts";

/** Makes the episodes of a feed, from their durations in seconds by GUID. */
export function makeEpisodes(durations: Readonly<Record<string, number>>): Episodes {
  const episodes = new Episodes();
  episodes.addFeed(
    "feed.xml",
    Object.entries(durations).map(([guid, duration]) => ({ guid, duration })),
  );
  return episodes;
}

/** Makes the endings of a feed's GUIDs. */
export function makeEndings(...guids: string[]): Endings {
  const endings = new Endings();
  for (const guid of guids) endings.add(guid);
  return endings;
}
