import { group } from "d3-array";
import { toPrintable } from "../../report/text/printable.ts";
import { type Refusal, TEXT_NUMBERS } from "./refusals.ts";

/** Maximum number of refusals that are shown. All are counted. */
const MAX_SHOWN = 100;

/** A refusal, and the file or the episode that it is of. */
export type PlacedRefusal = Refusal & ({ readonly file: string } | { readonly episode: string });

/** Collects refusals: at least one of each kind, and at most so many that they can be read. */
export class RefusalList {
  readonly #keepsAll: boolean;
  #size = 0;
  readonly #countsByKind = new Map<string, number>();
  /** The first refusal of each kind, which is always shown. */
  readonly #firsts: PlacedRefusal[] = [];
  readonly #others: PlacedRefusal[] = [];

  /** @param keepsAll whether all of them are wanted, however many */
  constructor(keepsAll = false) {
    this.#keepsAll = keepsAll;
  }

  get size(): number {
    return this.#size;
  }

  /** Those that are kept. */
  get kept(): readonly PlacedRefusal[] {
    return [...this.#firsts, ...this.#others];
  }

  add(refusal: PlacedRefusal): void {
    const { kind } = refusal;
    const isFirst = !this.#countsByKind.has(kind);
    const kept = isFirst ? this.#firsts : this.#others;
    const isShown = kept.length < MAX_SHOWN && (isFirst || kind !== TEXT_NUMBERS);
    if (this.#keepsAll || isShown) kept.push(refusal);
    this.#size++;
    this.#countsByKind.set(kind, (this.#countsByKind.get(kind) ?? 0) + 1);
  }

  hasKind(kind: string): boolean {
    return this.#countsByKind.has(kind);
  }

  /** Formats at most 100 refusals, at least one of each kind, as lines such as `charts.jsonl:7: data is missing. …`. */
  formatLines(): string[] {
    const shown = this.kept.slice(0, MAX_SHOWN);
    const lines = [...group(shown, namePlace).values()].flatMap((refusals) =>
      refusals.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)).map(formatRefusal),
    );
    const hidden = this.#size - lines.length;
    return hidden > 0 ? [...lines, `… and ${hidden.toLocaleString("en")} more`] : lines;
  }

  /** Formats a text such as `3 refused (2 not JSON, 1 too long)`. */
  formatCount(): string {
    const kinds = [...this.#countsByKind].map(([kind, count]) => `${count.toLocaleString("en")} ${kind}`).join(", ");
    return `${this.#size.toLocaleString("en")} refused${this.#size > 0 ? ` (${kinds})` : ""}`;
  }
}

function namePlace(refusal: PlacedRefusal): string {
  return "file" in refusal ? refusal.file : `episode ${refusal.episode}`;
}

function formatRefusal(refusal: PlacedRefusal): string {
  const { line, detail } = refusal;
  return toPrintable(`${namePlace(refusal)}${line === undefined ? "" : `:${line}`}: ${detail}`);
}
