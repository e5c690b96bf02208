import { formatCount } from "../../../lib/count.ts";
import { tryParseUrl } from "../../../lib/url.ts";
import { findAddress, findAudio } from "../../sources/feed/addresses.ts";
import { tryParseTime } from "../../sources/feed/duration.ts";
import type { EpisodeType, FeedChapter, FeedItem, FeedTranscript, FileLink } from "../../sources/feed/item-parser.ts";
import { tryParsePubDate } from "../../sources/feed/pub-date.ts";
import { cutText } from "../curve/text.ts";
import type { BadChapters, Chapter } from "../usual/measured.ts";

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
  readonly badChapters?: BadChapters;
  /** Of its chapters, which may be in the feed itself, too. */
  readonly chaptersLink?: FileLink;
  /** Those in the show's language, the likeliest to have times first. */
  readonly transcriptLinks?: readonly FileLink[];
  /** What its link to chapters has in place of an address, such as `chapters/1.json`. */
  readonly relativeLink?: string;
  /** That of its transcripts, if the feed links none in the show's. */
  readonly otherLanguage?: string;
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
  const { chapters: found, badChapters } = computeChapters(chapters);
  const audio = findAudio(enclosure);
  const link = findOpenUrl(chaptersUrl);
  const spoken = chooseTranscripts(transcripts, language).flatMap(({ url }) => findOpenUrl(url) ?? []);
  // Its query may be a key.
  const relative = found.length === 0 && !tryParseUrl(chaptersUrl ?? "") ? chaptersUrl?.replace(/[?#].*/s, "") : "";
  const others = chooseTranscripts(transcripts, language).length === 0 ? transcripts : [];
  return {
    ...(title !== undefined && { title }),
    ...day,
    ...(type && { type }),
    ...(found.length > 0 && { chapters: found }),
    ...(badChapters && { badChapters }),
    ...(link !== undefined && { chaptersLink: { url: link, mayReachOwn } }),
    ...(spoken.length > 0 && { transcriptLinks: spoken.map((url) => ({ url, mayReachOwn })) }),
    ...(relative && { relativeLink: relative }),
    ...(others[0] && { otherLanguage: others[0].language }),
    ...(language !== undefined && { language }),
    ...(audio !== undefined && { audio }),
  };
}

/** Matches what says that a transcript has times. Plain text has none, and HTML may have none. */
const TIMED = /vtt|srt|subrip|json/i;

/** Chooses the transcripts in a show's language. Their types only say which to try first, because many are wrong. */
function chooseTranscripts(all: readonly FeedTranscript[], language: string | undefined): readonly FeedTranscript[] {
  const wanted = findBaseLanguage(language);
  const own = all.filter((transcript) => wanted === "" || ["", wanted].includes(findBaseLanguage(transcript.language)));
  const isTimed = ({ type, url }: FeedTranscript) =>
    TIMED.test(type) || TIMED.test(url.replace(/[?#].*/s, "").slice(-5));
  return [...own.filter(isTimed), ...own.filter((transcript) => !isTimed(transcript))];
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

/** Says how many chapters of an episode are bad. */
export function describeBadChapters(title: string, { count, of, first, unused }: BadChapters): string {
  const start = first === "" ? "" : `, the first at ${cutText(first)}`;
  const problem = {
    beyond: `lie beyond its end${start}: their times are of another unit, so that none is used.`,
    early: "lie in its first sixtieth: their times may be minutes, so that none is used.",
    none: `can't be read, or lie beyond its end${start}.`,
  }[unused ?? "none"];
  return `Of the ${formatCount(of, "chapter")} of “${title}”, ${count} ${problem}`;
}

/** Puts chapters in order. Of one that can't be read, or has no title, no other takes the place. */
export function computeChapters(
  listed: readonly FeedChapter[],
): Pick<EpisodeName, "badChapters"> & { chapters: Chapter[] } {
  const read = listed.map(({ start, end = "", title }) => {
    return { start, time: tryParseTime(start), end: tryParseTime(end), title: title.trim() };
  });
  const timed = read
    .flatMap(({ time, ...one }, index) => {
      const isOpen = one.end === undefined && index + 1 < read.length && read[index + 1]?.time === undefined;
      return time === undefined ? [] : [{ ...one, time, isOpen }];
    })
    .sort((one, other) => one.time - other.time);
  const chapters = timed.flatMap(({ time, title, isOpen, ...given }, index): Chapter[] => {
    const next = timed[index + 1];
    const end = given.end ?? (next?.title === "" && !isOpen ? next.time : undefined);
    return title === "" ? [] : [{ time, ...(end !== undefined && { end }), ...(isOpen && { isOpen }), title }];
  });
  const bad = read.filter(({ time, title }) => time === undefined || title === "");
  const [first] = bad;
  return {
    chapters,
    ...(first && { badChapters: { count: bad.length, of: listed.length, first: first.start } }),
  };
}
