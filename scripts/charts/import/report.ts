import { toPrintable } from "../../cli/printable.ts";
import type { Refusal } from "./records/refusals.ts";

/** As many refusals are shown one by one; all are counted. */
const MAX_SHOWN = 100;

interface Shown extends Refusal {
  readonly source: string;
}

/** Collects what an import did. */
export class Report {
  #written = 0;
  #refused = 0;
  #example: string | undefined;
  readonly #kinds = new Map<string, number>();
  /** The first of each kind, which others don't keep from being shown. */
  readonly #firsts: Shown[] = [];
  readonly #others: Shown[] = [];
  readonly #hints: string[] = [];

  addWritten(guid: string): void {
    this.#written++;
    if (toPrintable(guid) === guid && !guid.startsWith("-")) this.#example ??= guid;
  }

  /** The GUID of a chart that was written, one that can be part of a command line. */
  get example(): string | undefined {
    return this.#example;
  }

  addRefusal(source: string, refusal: Refusal): void {
    const { kind } = refusal;
    const shown = this.#kinds.has(kind) ? this.#others : this.#firsts;
    if (shown.length < MAX_SHOWN) shown.push({ source, ...refusal });
    this.#refused++;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
  }

  /** Adds one line about what could be better though nothing was refused. */
  addHint(line: string): void {
    this.#hints.push(line);
  }

  get hasRefusals(): boolean {
    return this.#refused > 0;
  }

  /** Whether anything of a kind was refused. */
  hasKind(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  /** What was refused, one on a line, with its place: a hundred at most, of every kind at least one. */
  formatRefusals(): string[] {
    const shown = [...this.#firsts, ...this.#others].slice(0, MAX_SHOWN);
    const lines = [...Map.groupBy(shown, ({ source }) => source).values()].flatMap((refusals) =>
      refusals.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)).map(formatRefusal),
    );
    const hidden = this.#refused - lines.length;
    return hidden > 0 ? [...lines, `… and ${hidden} more`] : lines;
  }

  /** A hundred lines at most. */
  formatHints(): string[] {
    const hidden = this.#hints.length - MAX_SHOWN;
    const shown = this.#hints.slice(0, MAX_SHOWN).map(toPrintable);
    return hidden > 0 ? [...shown, `… and ${hidden} more`] : shown;
  }

  /** The sum of it all, in one line. */
  formatSummary(isDryRun: boolean): string {
    const kinds = [...this.#kinds].map(([kind, count]) => `${count} ${kind}`).join(", ");
    const refused = this.#refused > 0 ? `${this.#refused} refused (${kinds})` : "0 refused";
    const written = `${this.#written} ${this.#written === 1 ? "chart" : "charts"}`;
    return `${written} ${isDryRun ? "would be written" : "written"}, ${refused}`;
  }
}

function formatRefusal({ source, line, detail }: Shown): string {
  return toPrintable(`${source}${line === undefined ? "" : `:${line}`}: ${detail}`);
}
