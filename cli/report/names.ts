import { basename } from "node:path";
import { type EpisodeName, readName } from "../../report/make/episode-name.ts";
import { tryParseUrl } from "../../sources/base/url.ts";
import type { FeedItem } from "../../sources/feed/item-parser.ts";
import { isUrl } from "../feed/download.ts";
import { readFeeds } from "../feed/feeds.ts";
import { findReach } from "../shell/own-network.ts";

/** What feeds say of their episodes. */
export interface Names {
  /** By GUID. Of several items with a GUID, the first counts. */
  readonly episodes: ReadonlyMap<string, EpisodeName>;
  /** Titles of the feeds, in their order. */
  readonly shows: readonly string[];
}

/** Loads what feeds say of their episodes. */
export async function loadNames(paths: readonly string[]): Promise<Names> {
  const episodes = new Map<string, EpisodeName>();
  const shows: string[] = [];
  if (paths.length === 0) return { episodes, shows };
  await readFeeds(paths, async (feed) => {
    const items: FeedItem[] = [];
    for await (const item of feed.readItems()) items.push(item);
    const mayReachOwn = await isFromOwnNetwork(feed.file);
    const show = feed.title ?? (tryParseUrl(feed.file)?.host || basename(feed.file));
    shows.push(show);
    for (const item of items)
      if (item.guid !== undefined && !episodes.has(item.guid))
        episodes.set(item.guid, { ...readName(item, mayReachOwn), show });
  });
  return { episodes, shows };
}

/** A feed in a file is a stranger's: nobody knows where it is from. */
async function isFromOwnNetwork(path: string): Promise<boolean> {
  if (!isUrl(path)) return false;
  const reach = await findReach(new URL(path)).catch(() => "foreign");
  return reach === "own";
}
