import { toPrintable } from "../../report/text/printable.ts";
import type { FeedItem } from "./item-parser.ts";

/** Formats an episode for people who look for its GUID, such as `2026-03-01  urn:tides  On tides`. */
export function formatEpisodeLine({ pubDate, guid, title }: FeedItem): string {
  const cells = [computeDate(pubDate) ?? "----------", guid ?? "(no <guid>, or several)", title ?? "(no <title>)"];
  return cells.map((cell) => toPrintable(cell.replaceAll(/\s+/g, " "))).join("  ");
}

/**
 * Computes the day of an episode from its RFC 822 date, which RSS has and Date can parse.
 *
 * @returns YYYY-MM-DD, in UTC
 */
export function computeDate(pubDate: string | undefined): string | undefined {
  const date = new Date(pubDate ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}
