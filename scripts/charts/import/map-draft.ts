import { RecordError } from "./records/refusals.ts";
import type { Report } from "./report.ts";
import type { Feed } from "./sessions/feed.ts";
import { type Curve, refuseCurve } from "./sources/curve.ts";
import type { ParsedDocument } from "./sources/document.ts";
import { formatMapLine, MAP_HEADER } from "./sources/guid-map.ts";
import { Guids, listKeys } from "./sources/guids.ts";

const WITHOUT_KEY = new RecordError("without a key", "no GUID, and no key for a map: pass --guid to import");

/** A map for `--map`, to be completed by hand. */
export class MapDraft {
  readonly #feed: Feed | undefined;
  readonly #guids: Guids;
  readonly #report: Report;
  /** By key; empty if a person has to find it. */
  readonly #lines = new Map<string, string>();

  constructor(feed: Feed | undefined, report: Report) {
    this.#feed = feed;
    this.#guids = new Guids({ feed: feed?.guids });
    this.#report = report;
  }

  /** Adds a line for each curve that needs one; what can't be mapped goes to the report. */
  add(file: string, { curves, refusals }: ParsedDocument): void {
    for (const refusal of refusals) this.#report.addRefusal(file, refusal);
    for (const curve of curves) if (this.#guids.findKnown(curve) === undefined) this.#addLine(curve, file);
  }

  /** The map as CSV, with its header. */
  formatLines(): string[] {
    return [MAP_HEADER, ...[...this.#lines].map(([key, guid]) => formatMapLine(key, guid))];
  }

  /** How much is left to do, in one line. */
  formatSummary(): string {
    const found = [...this.#lines.values()].filter((guid) => guid !== "").length;
    return `GUIDs found by title: ${found}, to be completed: ${this.#lines.size - found}`;
  }

  #addLine(curve: Curve, file: string): void {
    const [key] = listKeys(curve, file);
    const guid = this.#feed?.guidsByTitle.get(curve.title ?? "") ?? "";
    if (key === undefined) this.#report.addRefusal(file, refuseCurve(curve, WITHOUT_KEY));
    else this.#lines.set(key, this.#lines.get(key) || guid);
  }
}
