import { findAddress, findAudio } from "../../sources/feed/addresses.ts";
import { tryParseTime } from "../../sources/feed/duration.ts";
import type { ChaptersLink, FeedChapter, FeedItem } from "../../sources/feed/item-parser.ts";
import { tryParsePubDate } from "../../sources/feed/pub-date.ts";
import type { Chapter } from "../measured.ts";

/** What the feed says of an episode. */
export interface EpisodeName {
  readonly title?: string;
  /** The day that the feed's author wrote: YYYY-MM-DD. */
  readonly date?: string;
  /** Minutes by which it began before it did in UTC. */
  readonly utcOffset?: number;
  /** In order of time. */
  readonly chapters?: readonly Chapter[];
  /** Of an episode whose chapters are not in the feed itself. */
  readonly chaptersLink?: ChaptersLink;
  /** The address of the audio. */
  readonly audio?: string;
  /** The title of the show, or else the file of its feed. */
  readonly show?: string;
}

/**
 * Reads what an item says of its episode.
 *
 * @param mayReachOwn whether its links may lead to this machine or its network
 */
export function readName(item: FeedItem, mayReachOwn: boolean): EpisodeName {
  const { title, pubDate, chapters, chaptersUrl, enclosure } = item;
  const day = tryParsePubDate(pubDate);
  const found = computeChapters(chapters);
  const audio = findAudio(enclosure);
  const link = found.length === 0 ? findChaptersUrl(chaptersUrl) : undefined;
  return {
    ...(title !== undefined && { title }),
    ...day,
    ...(found.length > 0 && { chapters: found }),
    ...(link !== undefined && { chaptersLink: { url: link, mayReachOwn } }),
    ...(audio !== undefined && { audio }),
  };
}

/** Returns the URL of a file of chapters that can be fetched without a password. */
function findChaptersUrl(text: string | undefined): URL | undefined {
  const url = findAddress(text);
  return url?.username === "" && url.password === "" ? url : undefined;
}

/** Puts chapters in order. Leaves out those whose start is no time, or that have no title. */
export function computeChapters(chapters: readonly FeedChapter[]): Chapter[] {
  return chapters
    .flatMap(({ start, end: stop = "", title }) => {
      const [time, end] = [tryParseTime(start), tryParseTime(stop)];
      return time === undefined || title.trim() === "" ? [] : [{ time, ...(end !== undefined && { end }), title }];
    })
    .sort((one, other) => one.time - other.time);
}
