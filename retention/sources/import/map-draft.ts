import { toPrintable } from "../../../lib/printable.ts";
import { disarm } from "../base/csv-record.ts";
import { createFact } from "../base/facts.ts";
import { type Refusal, type Refusals, refuseCurve } from "../base/refusals.ts";
import type { Curve } from "../curve/platform-curve.ts";
import type { Episodes } from "../feed/feed-episodes.ts";
import { formatEpisodeLine } from "../feed/guid-finders.ts";
import type { FeedItem } from "../feed/item-parser.ts";
import type { Titles } from "../feed/title-words.ts";
import type { ParsedDocument } from "../formats/document.ts";
import { isId } from "./file-name.ts";
import { COMMENT, formatMapLine, MAP_HEADER, normalizeKey } from "./guid-map.ts";
import { describeMissingKey, findKnownGuid, listKeys } from "./guids.ts";
import type { Suggestions } from "./suggestions.ts";

/** What a terminal would obey. Titles of some languages have other unprintable characters, and so may names of files. */
const CONTROL = /\p{Cc}/u;

const UNPRINTABLE_KEY =
  "Its key, or the GUID that the feed has for it, has control characters, which no platform gives to an episode.";

/** A line of a map. */
interface DraftLine {
  readonly key: string;
  /** Empty if it is not known. */
  readonly guid: string;
  readonly file: string;
  /** Where the key is from, the file included, and the title that was found there. */
  readonly origin: string;
  /** The title that was found there, or else the name of a file with one curve; empty if neither is known. */
  readonly title: string;
  /** The source of its curve; undefined if the document has no format. */
  readonly source: string | undefined;
  /** Whether its key is only what somebody called a file, which another curve may be called next time. */
  readonly isName: boolean;
  /** Whether it is of a HAR file of which no answer gives a title. */
  readonly isUntitled: boolean;
}

/** Collects a map, which people complete by hand. */
export class MapDraft {
  readonly #titles: Titles;
  readonly #feed: Episodes | undefined;
  readonly #refusals: Refusals;
  /** The map to which the lines are added, if there is one: GUIDs by normalized key, empty where one is to be completed. */
  readonly #map: ReadonlyMap<string, string> | undefined;
  /** By key. */
  readonly #lines = new Map<string, DraftLine>();
  /** The GUIDs of each source's curves, as far as they are known. */
  readonly #guidsBySource = new Map<string | undefined, Set<string>>();
  /** Sources with a curve whose line is to be completed. */
  readonly #incompleteSources = new Set<string | undefined>();
  /** Keys that the map has, and for which no GUID is found. */
  readonly #uncompleted = new Set<string>();

  constructor(feed: Episodes | undefined, titles: Titles, refusals: Refusals, map?: ReadonlyMap<string, string>) {
    this.#map = map;
    this.#titles = titles;
    this.#feed = feed;
    this.#refusals = refusals;
  }

  /** Adds a line for each curve that needs one, and reports the curves that can't have one. */
  add(file: string, { curves, refusals, source: platform }: ParsedDocument): void {
    for (const refusal of refusals) this.#refusals.add({ file, ...refusal });
    for (const { source = platform, ...curve } of curves) {
      const known = findKnownGuid(curve, this.#feed);
      const guid = known ?? this.#addLine(curve, file, source, curves.length === 1);
      if (guid) this.#noteGuid(source, guid);
      else this.#incompleteSources.add(source);
    }
  }

  /**
   * Formats the map as CSV with a header, or what is to be added to a map, after an empty line: its last one may not have
   * ended. Comments tell where each key came from and, if a line is to be completed, the episodes that its source lacks.
   *
   * @param items the feed's episodes
   * @param suggestions those of the feed's titles, which are printed and never filled in
   */
  formatLines(items: readonly FeedItem[], suggestions: Suggestions): string[] {
    const suggested = this.#suggest(suggestions);
    const lines = this.lines.flatMap(({ key, guid, origin }) => {
      const item = items.find(({ guid }) => guid !== undefined && guid === suggested.get(key));
      const hint = item ? comment(`Perhaps: ${formatEpisodeLine(item)}`) : [];
      return [comment(origin), hint, formatMapLine(key, guid)].flat();
    });
    if (this.#map && lines.length === 0) return [];
    const head = this.#map ? "" : MAP_HEADER;
    const others = items.filter(({ guid }) => guid !== undefined && this.#isLacking(guid));
    const isComplete = this.lines.every(({ guid }) => guid !== "");
    if (isComplete || others.length === 0) return [head, ...lines];
    return [head, ...lines, ...["Episodes of the feed to choose from:", ...others.map(formatEpisodeLine)].map(comment)];
  }

  /** The lines of curves that need a GUID, with the one of their title, if there is one. */
  get lines(): DraftLine[] {
    return [...this.#lines.values()];
  }

  /** How many lines of the map lack a GUID. */
  get uncompleted(): number {
    return this.#uncompleted.size;
  }

  #suggest(suggestions: Suggestions): ReadonlyMap<string, string | undefined> {
    const open = this.lines.filter(({ guid }) => guid === "");
    const sought = open.map(({ title, source }) => ({ title, source }));
    const known = [...this.#guidsBySource].flatMap(([source, guids]) =>
      [...guids].map((guid) => ({ title: "", source, guid })),
    );
    const guids = suggestions.suggestAll([...sought, ...known]);
    return new Map(open.map(({ key }, index) => [key, guids[index]]));
  }

  #noteGuid(source: string | undefined, guid: string): void {
    const guids = this.#guidsBySource.get(source) ?? new Set();
    this.#guidsBySource.set(source, guids.add(guid));
  }

  #isLacking(guid: string): boolean {
    return [...this.#incompleteSources].some((source) => !this.#guidsBySource.get(source)?.has(guid));
  }

  /** @returns the GUID in the map or of the title; empty if there is none */
  #addLine(curve: Curve, file: string, source: string | undefined, isOnly: boolean): string {
    const keys = listKeys(curve, file);
    const inMap = keys.filter((each) => this.#map?.has(normalizeKey(each)));
    const mapped = inMap.map((each) => this.#map?.get(normalizeKey(each))).find(Boolean);
    if (mapped) return mapped;
    const [key] = [...inMap, ...keys];
    const [fileName = ""] = isOnly ? listKeys({ ...curve, keys: [] }, file) : [];
    const title = curve.title ?? fileName;
    const guid = this.#titles.findGuid(title) ?? "";
    const refuse = (refusal: Refusal) => this.#refusals.add({ file, ...refuseCurve(curve, refusal) });
    if (key === undefined) {
      const { problem, isOfAnswer } = describeMissingKey(curve);
      refuse(createFact(isOfAnswer ? "answer-without-key" : "input-without-key", problem));
    } else if (CONTROL.test(`${key}${guid}`)) refuse(createFact("unprintable-key", UNPRINTABLE_KEY));
    else if (inMap.length > 0 && guid === "") this.#uncompleted.add(key);
    else {
      const known = this.#lines.get(key);
      const isUntitled = known?.isUntitled || (curve.keyOrigin !== undefined && curve.title === undefined);
      const origin = describeOrigin(key, curve, file);
      const isName = !curve.keys?.includes(key) && !isId(key);
      this.#lines.set(key, { key, guid: known?.guid || guid, file, origin, title, source, isName, isUntitled });
    }
    return guid;
  }
}

/** Says where a key came from: `spotify.har, id in the request: On tides`, or `On tides.json, name of the file`. */
function describeOrigin(key: string, { keys = [], keyOrigin, title }: Curve, file: string): string {
  const origin = keys.includes(key) ? `id in ${keyOrigin ?? "the file"}` : "name of the file";
  return [`${file}, ${origin}`, title ?? []].flat().join(": ");
}

/** Spreadsheets don't know comments: they are cells to them. */
function comment(text: string): string {
  return disarm(`${COMMENT}${toPrintable(text)}`);
}
