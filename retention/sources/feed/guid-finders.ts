import { toPrintable } from "../../../lib/printable.ts";
import type { FeedItem } from "./item-parser.ts";
import { tryParsePubDate } from "./pub-date.ts";

/** What the ending of a GUID that HarborFM made begins with. */
const MARK = ":episode:";

/** The GUIDs of feeds' episodes that HarborFM made, by their ending, such as `:episode:Ab3_xYz`. */
export class Endings {
  /** Undefined for an ending that several GUIDs have. */
  readonly #guids = new Map<string, string | undefined>();

  /** @param guid one that was not added before */
  add(guid: string): void {
    const start = guid.lastIndexOf(MARK);
    if (start === -1) return;
    const ending = guid.slice(start);
    this.#guids.set(ending, this.#guids.has(ending) ? undefined : guid);
  }

  findGuid(ending: string): string | undefined {
    return this.#guids.get(ending);
  }
}

/** Formats an episode for people who look for its GUID, such as `2026-03-01  urn:tides  On tides`. */
export function formatEpisodeLine({ pubDate, guid, title }: FeedItem): string {
  const cells = [
    tryParsePubDate(pubDate)?.date ?? "----------",
    guid ?? "(no <guid>, or several)",
    title ?? "(no <title>)",
  ];
  return cells.map((cell) => toPrintable(cell.replaceAll(/\s+/g, " "))).join("  ");
}
