import { decodeUtf8 } from "../../../lib/bytes.ts";
import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import type { Curve } from "../curve/platform-curve.ts";
import { tryParseText } from "../formats/fields.ts";
import type { AnsweredRequest, EpisodeDetails } from "../formats/format.ts";
import { JSON_FORMATS } from "../formats/formats.ts";
import { isJson } from "./exchange.ts";
import { identify } from "./har-curves.ts";

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

/**
 * What other answers of a dashboard say of episodes whose curves it has: details, in the answers to requests that a format knows,
 * and titles beside ids, such as in a list of episodes. Nothing else is kept.
 */
export class DashboardAnswers {
  /** By each of the keys, as `identify` has them. */
  readonly #details = new Map<string, EpisodeDetails>();
  /** By ids that look like a platform's; undefined for one with several titles. */
  readonly #titles = new Map<string, string | undefined>();

  add(request: AnsweredRequest, content: Uint8Array): void {
    if (content.length > MAX_BYTES || !isJson(content)) return;
    const document = tryParseJson(decodeUtf8(content));
    this.#searchTitles(document);
    if (!isObject(document)) return;
    for (const { source, findDetails } of JSON_FORMATS) {
      const details = findDetails?.(request, document);
      if (details) this.#merge(source, details);
    }
  }

  /** Adds to a curve what its own answer lacks. */
  complete(curve: Curve, source: string): Curve {
    const { keys: own = [] } = curve;
    const found = this.#findDetails(source, own)[0];
    const keys = [...new Set([...own, ...(found?.keys ?? [])])];
    return {
      ...curve,
      keys,
      title: curve.title ?? found?.title ?? this.findTitle(keys),
      duration: curve.duration ?? found?.duration,
      listeners: curve.listeners ?? found?.listeners,
    };
  }

  /** Returns the title of the first key that has exactly one. */
  findTitle(keys: readonly string[]): string | undefined {
    return keys.map((key) => this.#titles.get(key)).find((title) => title !== undefined);
  }

  /** Merges what is known by any of the keys, because requests may name an episode in several ways. */
  #merge(source: string, details: EpisodeDetails): void {
    const all = [...this.#findDetails(source, details.keys), details];
    const last = <Member extends keyof EpisodeDetails>(member: Member) =>
      all.findLast((each) => each[member] !== undefined)?.[member];
    const keys = [...new Set(all.flatMap((each) => each.keys))];
    const merged = { keys, title: last("title"), duration: last("duration"), listeners: last("listeners") };
    for (const id of identify({ source, keys })) this.#details.set(id, merged);
  }

  #findDetails(source: string, keys: readonly string[]): EpisodeDetails[] {
    return identify({ source, keys }).flatMap((id) => this.#details.get(id) ?? []);
  }

  #searchTitles(document: unknown): void {
    const found: { readonly value: unknown; readonly depth: number }[] = [{ value: document, depth: 0 }];
    for (const { value, depth } of found) {
      if (isObject(value)) this.#addTitles(value);
      if (depth === MAX_DEPTH || typeof value !== "object" || value === null) continue;
      for (const member of Object.values(value))
        if (typeof member === "object" && found.length < MAX_OBJECTS) found.push({ value: member, depth: depth + 1 });
    }
  }

  #addTitles(object: JsonObject): void {
    const titles = TITLES.flatMap((name) => tryParseText(object[name]) ?? []);
    for (const id of IDS.flatMap((name) => tryParseText(object[name]) ?? [])) {
      const key = id.slice(id.lastIndexOf(":") + 1);
      if (JSON_FORMATS.some((format) => format.id?.test(key))) for (const title of titles) this.#addTitle(key, title);
    }
  }

  #addTitle(key: string, title: string): void {
    const isKnown = this.#titles.has(key);
    if (!isKnown && this.#titles.size === MAX_TITLES) return;
    this.#titles.set(key, isKnown && this.#titles.get(key) !== title ? undefined : title);
  }
}
