import { toPrintable } from "../../../lib/printable.ts";
import { decodeEntities } from "./entities.ts";
import type { FeedItem } from "./item-parser.ts";
import { tryParsePubDate } from "./pub-date.ts";

/**
 * The GUIDs of feeds' episodes by title, for the titles that only one episode has. Case, spaces and punctuation make no
 * difference: names of files can't have all characters.
 */
export class Titles {
  /** Undefined for a title that several GUIDs have, and for that of an item without a GUID. */
  readonly #guids = new Map<string, string | undefined>();

  add({ title = "", guid }: FeedItem): void {
    const key = normalizeTitle(title);
    const isShared = this.#guids.has(key) && this.#guids.get(key) !== guid;
    if (key !== "") this.#guids.set(key, isShared ? undefined : guid);
  }

  findGuid(title: string): string | undefined {
    return this.#guids.get(normalizeTitle(title));
  }
}

/** Keeps letters with their marks, and digits: `Q&A: "Ebb"`, `Q&amp;A: Ebb` and `q-a-ebb` are one title. */
export function normalizeTitle(title: string): string {
  return decodeEntities(title)
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

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
