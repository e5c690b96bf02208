import { toPrintable } from "../../cli/printable.ts";
import type { Refusal } from "./records/refusals.ts";

/** As many refusals of a file are shown one by one; all are counted. */
const MAX_SHOWN = 100;

/** Collects what an import did. */
export class Report {
  #written = 0;
  #refused = 0;
  readonly #kinds = new Map<string, number>();
  readonly #shown = new Map<string, Refusal[]>();

  addWritten(charts: number): void {
    this.#written += charts;
  }

  addRefusal(source: string, refusal: Refusal): void {
    this.#refused++;
    this.#kinds.set(refusal.kind, (this.#kinds.get(refusal.kind) ?? 0) + 1);
    const shown = this.#shown.get(source) ?? [];
    this.#shown.set(source, shown);
    if (shown.length < MAX_SHOWN) shown.push(refusal);
  }

  get hasRefusals(): boolean {
    return this.#refused > 0;
  }

  /** What was refused, one on a line, with its place. */
  formatRefusals(): string[] {
    const lines = [...this.#shown].flatMap(([source, refusals]) =>
      refusals
        .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
        .map(({ line, detail }) => toPrintable(`${source}${line === undefined ? "" : `:${line}`}: ${detail}`)),
    );
    const hidden = this.#refused - lines.length;
    return hidden > 0 ? [...lines, `… and ${hidden} more`] : lines;
  }

  /** The sum of it all, in one line. */
  formatSummary(isDryRun: boolean): string {
    const kinds = [...this.#kinds].map(([kind, count]) => `${count} ${kind}`).join(", ");
    const refused = this.#refused > 0 ? `${this.#refused} refused (${kinds})` : "0 refused";
    const written = `${this.#written} ${this.#written === 1 ? "chart" : "charts"}`;
    return `${written} ${isDryRun ? "would be written" : "written"}, ${refused}`;
  }
}
