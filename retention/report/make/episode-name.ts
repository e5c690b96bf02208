import { findAddress, findAudio } from "../../sources/feed/addresses.ts";
import { tryParseTime } from "../../sources/feed/duration.ts";
import type { EpisodeType, FeedChapter, FeedItem, FeedTranscript, FileLink } from "../../sources/feed/item-parser.ts";
import { tryParsePubDate } from "../../sources/feed/pub-date.ts";
import type { Chapter } from "../usual/measured.ts";

/** What the feed says of an episode. */
export interface EpisodeName {
  readonly title?: string;
  /** The day that the feed's author wrote: YYYY-MM-DD. */
  readonly date?: string;
  /** Minutes by which it began before it did in UTC. */
  readonly utcOffset?: number;
  /** Undefined for full episodes. */
  readonly type?: EpisodeType;
  /** In order of time. */
  readonly chapters?: readonly Chapter[];
  /** Of an episode whose chapters are not in the feed itself. */
  readonly chaptersLink?: FileLink;
  /** Those in the show's language, the likeliest to have times first. */
  readonly transcriptLinks?: readonly FileLink[];
  /** That of the show, such as `en-us`. */
  readonly language?: string;
  /** The address of the audio. */
  readonly audio?: string;
  /** The title of the show, or else the file of its feed. */
  readonly show?: string;
}

/**
 * Reads what an item says of its episode.
 *
 * @param mayReachOwn whether its links may lead to this machine or its network
 * @param language that of its feed
 */
export function readName(item: FeedItem, mayReachOwn: boolean, language?: string): EpisodeName {
  const { title, pubDate, type, chapters, chaptersUrl, enclosure, transcripts = [] } = item;
  const day = tryParsePubDate(pubDate);
  const found = computeChapters(chapters);
  const audio = findAudio(enclosure);
  const link = found.length === 0 ? findOpenUrl(chaptersUrl) : undefined;
  const spoken = chooseTranscripts(transcripts, language).flatMap(({ url }) => findOpenUrl(url) ?? []);
  return {
    ...(title !== undefined && { title }),
    ...day,
    ...(type && { type }),
    ...(found.length > 0 && { chapters: found }),
    ...(link !== undefined && { chaptersLink: { url: link, mayReachOwn } }),
    ...(spoken.length > 0 && { transcriptLinks: spoken.map((url) => ({ url, mayReachOwn })) }),
    ...(language !== undefined && { language }),
    ...(audio !== undefined && { audio }),
  };
}

/** Matches what says that a transcript has times. Plain text has none, and HTML may have none. */
const TIMED = /vtt|srt|subrip|json/i;

/** Chooses the transcripts in a show's language. Their types only say which to try first, because many are wrong. */
function chooseTranscripts(all: readonly FeedTranscript[], language: string | undefined): readonly FeedTranscript[] {
  const wanted = findBaseLanguage(language);
  const own = all.filter((one) => wanted === "" || ["", wanted].includes(findBaseLanguage(one.language)));
  const isTimed = ({ type, url }: FeedTranscript) =>
    TIMED.test(type) || TIMED.test(url.replace(/[?#].*/s, "").slice(-5));
  return [...own.filter(isTimed), ...own.filter((one) => !isTimed(one))];
}

/** Returns `en` of `en-us`; empty if it is no such code: some feeds write `English`. */
function findBaseLanguage(language = ""): string {
  return /^[a-z]{2}(?![^-_])/.exec(language.trim().toLowerCase())?.[0] ?? "";
}

/** Returns the URL of a file that can be fetched without a password. */
function findOpenUrl(text: string | undefined): URL | undefined {
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
