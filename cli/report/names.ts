import type { Chapter } from "../../report/episode.ts";
import { computeDate } from "../feed/episode-line.ts";
import type { FeedChapter, FeedItem } from "../feed/item-parser.ts";

/** What the feed says of an episode. */
export interface EpisodeName {
  readonly title?: string;
  /** YYYY-MM-DD, in UTC. */
  readonly date?: string;
  /** In order of time. */
  readonly chapters?: readonly Chapter[];
}

/** Matches a time of Podlove Simple Chapters, a "normal play time" (RFC 2326, section 3.6): `90`, `1:30.5`, `0:01:30`. */
const TIME = /^(?:(?:(?<hours>\d+):)?(?<minutes>\d+):)?(?<seconds>\d+(?:\.\d*)?)$/;

/** Reads what an item says of its episode. */
export function readName({ title, pubDate, chapters }: FeedItem): EpisodeName {
  const date = computeDate(pubDate);
  const found = computeChapters(chapters);
  return { ...(title !== undefined && { title }), ...(date && { date }), ...(found.length > 0 && { chapters: found }) };
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

function tryParseTime(text: string): number | undefined {
  const groups = TIME.exec(text.trim())?.groups;
  if (!groups) return undefined;
  return Number(groups.hours ?? 0) * 3_600 + Number(groups.minutes ?? 0) * 60 + Number(groups.seconds);
}
