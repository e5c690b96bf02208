import { formatEpisodeLine } from "../feed/episode-line.ts";
import type { Endings, Titles } from "../feed/guid-finders.ts";
import type { FeedItem } from "../feed/item-parser.ts";
import type { ParsedDocument } from "./formats/document.ts";
import { COMMENT, formatMapLine, MAP_HEADER } from "./formats/guid-map.ts";
import { Guids, listKeys } from "./formats/guids.ts";
import { type Curve, refuseCurve } from "./formats/platform-curve.ts";
import { RecordError } from "./input/refusals.ts";
import type { Outcome } from "./outcome.ts";

const WITHOUT_KEY = new RecordError(
  "without a key",
  "The curve has no GUID, and the standard input has no file name for its key. Map a file, or import it with --guid.",
);

/** Collects a map for `--map`, which people complete by hand. */
export class MapDraft {
  readonly #titles: Titles;
  readonly #guids: Guids;
  readonly #outcome: Outcome;
  /** GUIDs by key; empty if not known. */
  readonly #guidsByKey = new Map<string, string>();
  /** GUIDs of curves that need no line. */
  readonly #known = new Set<string>();

  constructor(endings: Endings, titles: Titles, outcome: Outcome) {
    this.#titles = titles;
    this.#guids = new Guids({ endings });
    this.#outcome = outcome;
  }

  /** Adds a line for each curve that needs one, and reports the curves that can't have one. */
  add(file: string, { curves, refusals }: ParsedDocument): void {
    for (const refusal of refusals) this.#outcome.addRefusal(file, refusal);
    for (const curve of curves) {
      const known = this.#guids.findKnown(curve);
      if (known === undefined) this.#addLine(curve, file, curves.length === 1);
      else this.#known.add(known);
    }
  }

  /**
   * Formats the map as CSV with a header. If a line is to be completed, comments tell the episodes that no curve has.
   *
   * @param items the feed's episodes
   */
  formatLines(items: readonly FeedItem[]): string[] {
    const lines = [...this.#guidsByKey].map(([key, guid]) => formatMapLine(key, guid));
    const guids = new Set([...this.#known, ...this.#guidsByKey.values()]);
    const others = items.filter(({ guid }) => guid !== undefined && !guids.has(guid));
    const isComplete = ![...this.#guidsByKey.values()].includes("");
    if (isComplete || others.length === 0) return [MAP_HEADER, ...lines];
    const comments = ["Episodes of the feed that no line has:", ...others.map(formatEpisodeLine)];
    return [MAP_HEADER, ...lines, ...comments.map((comment) => `${COMMENT}${comment}`)];
  }

  formatSummary(): string {
    const found = [...this.#guidsByKey.values()].filter((guid) => guid !== "").length;
    return `GUIDs found by title: ${found}, to be completed: ${this.#guidsByKey.size - found}`;
  }

  #addLine(curve: Curve, file: string, isOnly: boolean): void {
    const [key] = listKeys(curve, file);
    const [fileName = ""] = isOnly ? listKeys({}, file) : [];
    const guid = this.#titles.findGuid(curve.title ?? fileName) ?? "";
    if (key === undefined) this.#outcome.addRefusal(file, refuseCurve(curve, WITHOUT_KEY));
    else this.#guidsByKey.set(key, this.#guidsByKey.get(key) || guid);
  }
}
