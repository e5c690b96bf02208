import { isObject, type JsonObject } from "../../../lib/json.ts";
import { tryReadText } from "../feed/feed.ts";

/** A chapter of an episode. */
export interface Chapter {
  /** Start, in seconds. */
  readonly time: number;
  readonly title: string;
}

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

/** Returns titles, dates and chapters by GUID. If several feed items have the same GUID, the first is used. */
export function computeNames(items: readonly JsonObject[]): ReadonlyMap<string, EpisodeName> {
  const names = new Map<string, EpisodeName>();
  for (const item of items) {
    const { pubDate, "psc:chapters": chapters } = item;
    const [guid, title] = [tryReadText(item.guid), tryReadText(item.title)];
    if (guid === undefined || names.has(guid)) continue;
    const date = computeDate(pubDate);
    const found = computeChapters(chapters);
    names.set(guid, {
      ...(title !== undefined && { title }),
      ...(date && { date }),
      ...(found.length > 0 && { chapters: found }),
    });
  }
  return names;
}

/** RSS has RFC 822 dates, which Date can parse. */
function computeDate(text: unknown): string | undefined {
  const date = new Date(typeof text === "string" ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}

/**
 * Reads Podlove Simple Chapters (https://podlove.org/simple-chapters/). `podcast:chapters` only links to chapters, and
 * the link is not followed.
 */
function computeChapters(element: unknown): Chapter[] {
  const children = isObject(element) ? element["psc:chapter"] : undefined;
  return (Array.isArray(children) ? children : [children])
    .flatMap((child) => {
      const { "@_start": start, "@_title": title } = isObject(child) ? child : {};
      const time = tryParseTime(start);
      return time === undefined || typeof title !== "string" || title.trim() === "" ? [] : [{ time, title }];
    })
    .sort((one, other) => one.time - other.time);
}

function tryParseTime(text: unknown): number | undefined {
  const groups = TIME.exec(typeof text === "string" ? text.trim() : "")?.groups;
  if (!groups) return undefined;
  return Number(groups.hours ?? 0) * 3_600 + Number(groups.minutes ?? 0) * 60 + Number(groups.seconds);
}
