import type { Endings, Titles } from "../feed/guid-finders.ts";
import type { ParsedDocument } from "./formats/document.ts";
import { formatMapLine, MAP_HEADER } from "./formats/guid-map.ts";
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

  constructor(endings: Endings, titles: Titles, outcome: Outcome) {
    this.#titles = titles;
    this.#guids = new Guids({ endings });
    this.#outcome = outcome;
  }

  /** Adds a line for each curve that needs one, and reports the curves that can't have one. */
  add(file: string, { curves, refusals }: ParsedDocument): void {
    for (const refusal of refusals) this.#outcome.addRefusal(file, refusal);
    for (const curve of curves) if (this.#guids.findKnown(curve) === undefined) this.#addLine(curve, file);
  }

  /** Formats the map as CSV with a header. */
  formatLines(): string[] {
    return [MAP_HEADER, ...[...this.#guidsByKey].map(([key, guid]) => formatMapLine(key, guid))];
  }

  formatSummary(): string {
    const found = [...this.#guidsByKey.values()].filter((guid) => guid !== "").length;
    return `GUIDs found by title: ${found}, to be completed: ${this.#guidsByKey.size - found}`;
  }

  #addLine(curve: Curve, file: string): void {
    const [key] = listKeys(curve, file);
    const guid = this.#titles.findGuid(curve.title?.trim() ?? "") ?? "";
    if (key === undefined) this.#outcome.addRefusal(file, refuseCurve(curve, WITHOUT_KEY));
    else this.#guidsByKey.set(key, this.#guidsByKey.get(key) || guid);
  }
}
