import type { JsonObject } from "../../../lib/json.ts";

/** What a feed says of an episode for its readers. */
export interface EpisodeName {
  readonly title?: string;
  /** YYYY-MM-DD, in UTC. */
  readonly date?: string;
}

/** Reads titles and dates from the items of an RSS feed; of items with the same GUID, the first one counts. */
export function computeNames(items: readonly JsonObject[]): ReadonlyMap<string, EpisodeName> {
  const names = new Map<string, EpisodeName>();
  for (const { guid, title, pubDate } of items) {
    if (typeof guid !== "string" || names.has(guid)) continue;
    const date = computeDate(pubDate);
    names.set(guid, { ...(typeof title === "string" && title !== "" && { title }), ...(date && { date }) });
  }
  return names;
}

/** RFC 822 dates, as RSS has them, are among those that Date parses. */
function computeDate(text: unknown): string | undefined {
  const date = new Date(typeof text === "string" ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}
