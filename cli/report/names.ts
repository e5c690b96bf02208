import { basename } from "node:path";
import type { Chapter } from "../../report/chapters.ts";
import { tryParseTime } from "../feed/duration.ts";
import { computeDate } from "../feed/episode-line.ts";
import { readFeeds } from "../feed/feeds.ts";
import type { FeedChapter, FeedItem } from "../feed/item-parser.ts";

/** What the feed says of an episode. */
export interface EpisodeName {
  readonly title?: string;
  /** YYYY-MM-DD, in UTC. */
  readonly date?: string;
  /** In order of time. */
  readonly chapters?: readonly Chapter[];
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
    const show = feed.title ?? basename(feed.file);
    shows.push(show);
    for (const item of items)
      if (item.guid !== undefined && !episodes.has(item.guid)) episodes.set(item.guid, { ...readName(item), show });
  });
  return { episodes, shows };
}

/** Reads what an item says of its episode. */
export function readName({ title, pubDate, chapters, enclosure }: FeedItem): EpisodeName {
  const date = computeDate(pubDate);
  const found = computeChapters(chapters);
  const audio = findAddress(enclosure);
  return {
    ...(title !== undefined && { title }),
    ...(date && { date }),
    ...(found.length > 0 && { chapters: found }),
    ...(audio !== undefined && { audio }),
  };
}

/** Returns the address of an enclosure that a browser opens as a file: no script, no part of a page. */
function findAddress(text = ""): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_ADDRESS) return undefined;
  url.hash = "";
  return url.href;
}

/** Reads Podlove Simple Chapters. `podcast:chapters` only links to chapters, and the link is not followed. */
function computeChapters(chapters: readonly FeedChapter[]): Chapter[] {
  return chapters
    .flatMap(({ start, title }) => {
      const time = tryParseTime(start);
      return time === undefined || title.trim() === "" ? [] : [{ time, title }];
    })
    .sort((one, other) => one.time - other.time);
}
