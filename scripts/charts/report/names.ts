import type { JsonObject } from "../../../lib/json.ts";

/** An episode's title and date in the feed. */
export interface EpisodeName {
  readonly title?: string;
  /** YYYY-MM-DD, in UTC. */
  readonly date?: string;
}

/** Returns titles and dates by GUID. If several feed items have the same GUID, the first is used. */
export function computeNames(items: readonly JsonObject[]): ReadonlyMap<string, EpisodeName> {
  const names = new Map<string, EpisodeName>();
  for (const { guid, title, pubDate } of items) {
    if (typeof guid !== "string" || names.has(guid)) continue;
    const date = computeDate(pubDate);
    names.set(guid, { ...(typeof title === "string" && title !== "" && { title }), ...(date && { date }) });
  }
  return names;
}

/** RSS has RFC 822 dates, which Date can parse. */
function computeDate(text: unknown): string | undefined {
  const date = new Date(typeof text === "string" ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}
