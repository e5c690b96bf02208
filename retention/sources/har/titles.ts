import { decodeUtf8 } from "../../../lib/bytes.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import { tryParseText } from "../formats/fields.ts";
import { JSON_FORMATS } from "../formats/formats.ts";
import { isJson } from "./exchange.ts";

/** Members by which dashboards name an episode's id, and its title. */
const IDS = ["id", "uri", "episodeId", "episodeUri"];
const TITLES = ["title", "name"];

/** Larger answers are not searched: parsed, they take many times their size. */
const MAX_BYTES = 4 * 1_024 * 1_024;

/** How deep and how many objects are searched in an answer. */
const MAX_DEPTH = 12;
const MAX_OBJECTS = 100_000;

/** Titles that are kept at most. No show has as many episodes. */
const MAX_TITLES = 100_000;

/** The titles that the answers of a dashboard give to ids of episodes, such as those in a list of episodes. */
export class DashboardTitles {
  /** Undefined for an id with several titles. */
  readonly #titles = new Map<string, string | undefined>();

  /** Searches an answer. Keeps nothing but titles beside ids that look like a platform's. */
  add(content: Uint8Array): void {
    if (content.length > MAX_BYTES || !isJson(content)) return;
    const found: { readonly value: unknown; readonly depth: number }[] = [
      { value: tryParseJson(decodeUtf8(content)), depth: 0 },
    ];
    for (const { value, depth } of found) {
      if (isObject(value)) this.#addObject(value);
      if (depth === MAX_DEPTH || typeof value !== "object" || value === null) continue;
      for (const member of Object.values(value))
        if (typeof member === "object" && found.length < MAX_OBJECTS) found.push({ value: member, depth: depth + 1 });
    }
  }

  /** Returns the title of the first key that has exactly one. */
  find(keys: readonly string[]): string | undefined {
    return keys.map((key) => this.#titles.get(key)).find((title) => title !== undefined);
  }

  #addObject(object: Readonly<Record<string, unknown>>): void {
    const titles = TITLES.flatMap((name) => tryParseText(object[name]) ?? []);
    for (const id of IDS.flatMap((name) => tryParseText(object[name]) ?? [])) {
      const key = id.slice(id.lastIndexOf(":") + 1);
      if (JSON_FORMATS.some((format) => format.id?.test(key))) for (const title of titles) this.#add(key, title);
    }
  }

  #add(key: string, title: string): void {
    const isKnown = this.#titles.has(key);
    if (!isKnown && this.#titles.size === MAX_TITLES) return;
    this.#titles.set(key, isKnown && this.#titles.get(key) !== title ? undefined : title);
  }
}
