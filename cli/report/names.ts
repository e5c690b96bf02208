import { basename } from "node:path";
import { tryParseUrl } from "../../lib/url.ts";
import type { Chapter } from "../../report/chapters.ts";
import { tryParseTime } from "../../sources/feed/duration.ts";
import { computeDate } from "../../sources/feed/episode-line.ts";
import type { FeedChapter, FeedItem } from "../../sources/feed/item-parser.ts";
import type { ChaptersLink } from "../feed/chapters.ts";
import { isUrl } from "../feed/download.ts";
import { readFeeds } from "../feed/feeds.ts";
import { findReach } from "../shell/own-network.ts";

/** What the feed says of an episode. */
export interface EpisodeName {
  readonly title?: string;
  /** YYYY-MM-DD, in UTC. */
  readonly date?: string;
  /** In order of time. */
  readonly chapters?: readonly Chapter[];
  /** Of an episode whose chapters are not in the feed itself. */
  readonly chaptersLink?: ChaptersLink;
  /** The address of the audio. */
  readonly audio?: string;
  /** The title of the show, or else the file of its feed. */
  readonly show?: string;
}

/** What feeds say of their episodes. */
export interface Names {
  /** By GUID. Of several items with a GUID, the first counts. */
  readonly episodes: ReadonlyMap<string, EpisodeName>;
  /** Titles of the feeds, in their order. */
  readonly shows: readonly string[];
}

/** Longer addresses are left out, because a page of thousands would be large. */
const MAX_ADDRESS = 2_000;

/** Loads what feeds say of their episodes. */
export async function loadNames(paths: readonly string[]): Promise<Names> {
  const episodes = new Map<string, EpisodeName>();
  const shows: string[] = [];
  if (paths.length === 0) return { episodes, shows };
  await readFeeds(paths, async (feed) => {
    const items: FeedItem[] = [];
    for await (const item of feed.readItems()) items.push(item);
    const mayReachOwn = await isFromOwnNetwork(feed.file);
    const show = feed.title ?? basename(feed.file);
    shows.push(show);
    for (const item of items)
      if (item.guid !== undefined && !episodes.has(item.guid))
        episodes.set(item.guid, { ...readName(item, mayReachOwn), show });
  });
  return { episodes, shows };
}

/**
 * Reads what an item says of its episode.
 *
 * @param mayReachOwn whether its links may lead to this machine or its network
 */
export function readName(item: FeedItem, mayReachOwn: boolean): EpisodeName {
  const { title, pubDate, chapters, chaptersUrl, enclosure } = item;
  const date = computeDate(pubDate);
  const found = computeChapters(chapters);
  const audio = findAddress(enclosure);
  const link = found.length === 0 ? findChaptersUrl(chaptersUrl) : undefined;
  return {
    ...(title !== undefined && { title }),
    ...(date && { date }),
    ...(found.length > 0 && { chapters: found }),
    ...(link !== undefined && { chaptersLink: { url: link, mayReachOwn } }),
    ...(audio !== undefined && { audio }),
  };
}

/** Returns the URL of a file of chapters that can be fetched without a password. */
function findChaptersUrl(text: string | undefined): URL | undefined {
  const url = tryParseUrl(findAddress(text) ?? "");
  return url && url.username === "" && url.password === "" ? url : undefined;
}

/** A feed in a file is a stranger's: nobody knows where it is from. */
async function isFromOwnNetwork(path: string): Promise<boolean> {
  if (!isUrl(path)) return false;
  const reach = await findReach(new URL(path)).catch(() => "foreign");
  return reach === "own";
}

/** Returns an address that a browser opens as a file: no script, no part of a page. */
function findAddress(text = ""): string | undefined {
  const url = tryParseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_ADDRESS) return undefined;
  url.hash = "";
  return url.href;
}

/** Puts chapters in order. Leaves out those whose start is no time, or that have no title. */
export function computeChapters(chapters: readonly FeedChapter[]): Chapter[] {
  return chapters
    .flatMap(({ start, title }) => {
      const time = tryParseTime(start);
      return time === undefined || title.trim() === "" ? [] : [{ time, title }];
    })
    .sort((one, other) => one.time - other.time);
}
