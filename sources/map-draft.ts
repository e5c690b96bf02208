import { formatCount } from "../report/text/count.ts";
import { disarm } from "../report/text/csv-record.ts";
import { toPrintable } from "../report/text/printable.ts";
import type { RefusalList } from "./base/refusals.ts";
import { type Endings, formatEpisodeLine, type Titles } from "./feed/guid-finders.ts";
import type { FeedItem } from "./feed/item-parser.ts";
import type { ParsedDocument } from "./formats/document.ts";
import { COMMENT, formatMapLine, MAP_HEADER, normalizeKey } from "./formats/guid-map.ts";
import { describeMissingKey, Guids, listKeys } from "./formats/guids.ts";
import { type Curve, refuseCurve } from "./formats/platform-curve.ts";

/** What a terminal would obey. Titles of some languages have other unprintable characters, and so may names of files. */
const CONTROL = /\p{Cc}/u;

const UNPRINTABLE_KEY =
  "Its key, or the GUID that the feed has for it, has control characters, which no platform gives to an episode. Check where the file is from.";

/** Collects a map for `--map`, which people complete by hand. */
export class MapDraft {
  readonly #titles: Titles;
  readonly #guids: Guids;
  readonly #refusals: RefusalList;
  /** The map to which the lines are added, if there is one: GUIDs by normalized key, empty where one is to be completed. */
  readonly #map: ReadonlyMap<string, string> | undefined;
  /** GUIDs by key; empty if not known. */
  readonly #guidsByKey = new Map<string, string>();
  /** Where each key came from, and the title that was found there. */
  readonly #placesByKey = new Map<string, string>();
  /** Keys of curves in HAR files to which no answer gives a title. */
  readonly #untitled = new Set<string>();
  /** The GUIDs of each source's curves, as far as they are known. */
  readonly #guidsBySource = new Map<string | undefined, Set<string>>();
  /** Sources with a curve whose line is to be completed. */
  readonly #incompleteSources = new Set<string | undefined>();
  /** Keys that the map has, and for which no GUID is found. */
  readonly #uncompleted = new Set<string>();

  constructor(endings: Endings, titles: Titles, refusals: RefusalList, map?: ReadonlyMap<string, string>) {
    this.#map = map;
    this.#titles = titles;
    this.#guids = new Guids({ endings });
    this.#refusals = refusals;
  }

  /** Adds a line for each curve that needs one, and reports the curves that can't have one. */
  add(file: string, { curves, refusals, source }: ParsedDocument): void {
    for (const refusal of refusals) this.#refusals.add({ file, ...refusal });
    for (const curve of curves) {
      const known = this.#guids.findKnown(curve);
      const guid = known ?? this.#addLine(curve, file, curves.length === 1);
      if (guid) this.#noteGuid(source, guid);
      else this.#incompleteSources.add(source);
    }
  }

  /**
   * Formats the map as CSV with a header, or what is to be added to a map, after an empty line: its last one may not have
   * ended. Comments tell where each key came from and, if a line is to be completed, the episodes that its source lacks.
   *
   * @param items the feed's episodes
   */
  formatLines(items: readonly FeedItem[]): string[] {
    const lines = [...this.#guidsByKey].flatMap(([key, guid]) => this.#formatLine(key, guid));
    if (this.#map && lines.length === 0) return [];
    const head = this.#map ? "" : MAP_HEADER;
    const others = items.filter(({ guid }) => guid !== undefined && this.#isLacking(guid));
    const isComplete = ![...this.#guidsByKey.values()].includes("");
    if (isComplete || others.length === 0) return [head, ...lines];
    return [head, ...lines, ...["Episodes of the feed to choose from:", ...others.map(formatEpisodeLine)].map(comment)];
  }

  /** Lists the keys of curves that need a GUID, with the one of their title, if there is one, and where each is from. */
  listKeys(): { readonly key: string; readonly guid: string; readonly origin: string }[] {
    return [...this.#guidsByKey].map(([key, guid]) => ({ key, guid, origin: this.#placesByKey.get(key) ?? "" }));
  }

  /** Says how many GUIDs were found, and what would find more of them. */
  formatSummary(): string[] {
    const found = [...this.#guidsByKey.values()].filter((guid) => guid !== "").length;
    const inMap = this.#uncompleted.size;
    const all = `GUIDs found by title: ${found}, to be completed: ${this.#guidsByKey.size - found + inMap}`;
    const summary = inMap > 0 ? `${all} (${inMap} in the map already)` : all;
    if (this.#untitled.size === 0) return [summary];
    const problem = `No answer has the title of ${formatCount(this.#untitled.size, "episode")} of HAR files.`;
    return [summary, `${problem} Open the panel, reload the dashboard's list of episodes, and save again with it.`];
  }

  #formatLine(key: string, guid: string): string[] {
    return [comment(this.#placesByKey.get(key) ?? ""), formatMapLine(key, guid)];
  }

  #noteGuid(source: string | undefined, guid: string): void {
    const guids = this.#guidsBySource.get(source) ?? new Set();
    this.#guidsBySource.set(source, guids.add(guid));
  }

  #isLacking(guid: string): boolean {
    return [...this.#incompleteSources].some((source) => !this.#guidsBySource.get(source)?.has(guid));
  }

  /** @returns the GUID in the map or of the title; empty if there is none */
  #addLine(curve: Curve, file: string, isOnly: boolean): string {
    const keys = listKeys(curve, file);
    const inMap = keys.filter((one) => this.#map?.has(normalizeKey(one)));
    const mapped = inMap.map((one) => this.#map?.get(normalizeKey(one))).find(Boolean);
    if (mapped) return mapped;
    const [key] = [...inMap, ...keys];
    const [fileName = ""] = isOnly ? listKeys({ ...curve, keys: [] }, file) : [];
    const guid = this.#titles.findGuid(curve.title ?? fileName) ?? "";
    const refuse = (detail: string) =>
      this.#refusals.add({ file, ...refuseCurve(curve, { kind: "without a key", detail }) });
    if (key === undefined) refuse(describeMissingKey(curve));
    else if (CONTROL.test(`${key}${guid}`)) refuse(UNPRINTABLE_KEY);
    else if (inMap.length > 0 && guid === "") this.#uncompleted.add(key);
    else {
      this.#guidsByKey.set(key, this.#guidsByKey.get(key) || guid);
      this.#placesByKey.set(key, describeOrigin(key, curve, file));
      if (curve.keyOrigin && curve.title === undefined) this.#untitled.add(key);
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
