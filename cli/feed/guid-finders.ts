import type { FeedItem } from "./item-parser.ts";

/** The GUIDs of feeds' episodes by title, for the titles that only one item has. */
export class Titles {
  /** Undefined for a title that several items have, and for that of an item without a GUID. */
  readonly #guids = new Map<string, string | undefined>();

  add({ title, guid }: FeedItem): void {
    if (title !== undefined) this.#guids.set(title, this.#guids.has(title) ? undefined : guid);
  }

  findGuid(title: string): string | undefined {
    return this.#guids.get(title);
  }
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
