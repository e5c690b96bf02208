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
