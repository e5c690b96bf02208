import { group } from "d3-array";
import { toPrintable } from "../../lib/printable.ts";
import { findLabel } from "../sources/base/codes.ts";
import type { PlacedRefusal } from "../sources/base/refusals.ts";
import { sayForCommand } from "./ways-out.ts";

/** Maximum number of refusals that are shown. All are counted. */
const MAX_SHOWN = 100;

/** Collects refusals: at least one of each kind, and at most so many that they can be read. */
export class RefusalList {
  readonly #keepsAll: boolean;
  #size = 0;
  readonly #countsByLabel = new Map<string, number>();
  /** The first refusal of each label, which is always shown. */
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
    const label = findLabel(refusal);
    const isFirst = !this.#countsByLabel.has(label);
    const kept = isFirst ? this.#firsts : this.#others;
    // Each record of a file has them: one says it for all.
    const isShown = kept.length < MAX_SHOWN && (isFirst || refusal.code !== "text-numbers");
    if (this.#keepsAll || isShown) kept.push(refusal);
    this.#size++;
    this.#countsByLabel.set(label, (this.#countsByLabel.get(label) ?? 0) + 1);
  }

  /** Formats at most 100 refusals, at least one of each label, as lines such as `charts.jsonl:7: data is missing. …`. */
  formatLines(): string[] {
    const shown = this.kept.slice(0, MAX_SHOWN);
    const lines = [...group(shown, namePlace).values()].flatMap((refusals) =>
      refusals.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)).map(formatRefusal),
    );
    const hidden = this.#size - lines.length;
    return hidden > 0 ? [...lines, `… and ${hidden.toLocaleString("en")} more`] : lines;
  }

  /** Says on standard error what was refused, which sets the exit code. */
  report(): void {
    for (const line of this.formatLines()) console.error(line);
    if (this.#size > 0) process.exitCode = 1;
  }

  /** Formats a text such as `3 refused (2 not JSON, 1 too long)`. */
  formatCount(): string {
    const labels = [...this.#countsByLabel]
      .map(([label, count]) => `${count.toLocaleString("en")} ${label}`)
      .join(", ");
    return `${this.#size.toLocaleString("en")} refused${this.#size > 0 ? ` (${labels})` : ""}`;
  }

  /** The refusals as a machine reads them. */
  toJSON(): readonly Readonly<Record<string, unknown>>[] {
    return this.kept.map((refusal) => ({
      ...("file" in refusal ? { file: refusal.file } : { episode: refusal.episode }),
      line: refusal.line,
      code: refusal.code,
      kind: findLabel(refusal),
      detail: sayForCommand(refusal),
    }));
  }
}

function namePlace(refusal: PlacedRefusal): string {
  return "file" in refusal ? refusal.file : `episode ${refusal.episode}`;
}

/** Formats a line such as `charts.jsonl:7: data is missing. …`. */
export function formatRefusal(refusal: PlacedRefusal): string {
  const line = refusal.line === undefined ? "" : `:${refusal.line}`;
  return toPrintable(`${namePlace(refusal)}${line}: ${sayForCommand(refusal)}`);
}
