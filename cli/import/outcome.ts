import { toPrintable } from "../../lib/printable.ts";
import type { Refusal } from "./input/refusals.ts";

/** Maximum number of refusals, and of hints, that are shown. All refusals are counted. */
const MAX_SHOWN = 100;

interface ReportedRefusal extends Refusal {
  readonly source: string;
}

/** Collects the results of an import. */
export class Outcome {
  #written = 0;
  #refused = 0;
  #repeated = 0;
  #few = 0;
  #example: string | undefined;
  readonly #countsByKind = new Map<string, number>();
  /** The first refusal of each kind, which is always shown. */
  readonly #firsts: ReportedRefusal[] = [];
  readonly #others: ReportedRefusal[] = [];
  readonly #hints: string[] = [];

  addWritten(guid: string): void {
    this.#written++;
    if (toPrintable(guid) === guid && !guid.startsWith("-")) this.#example ??= guid;
  }

  /** The GUID of a written chart that can be pasted into a command line; undefined if there is none. */
  get example(): string | undefined {
    return this.#example;
  }

  addRefusal(source: string, refusal: Refusal): void {
    const { kind } = refusal;
    const shown = this.#countsByKind.has(kind) ? this.#others : this.#firsts;
    if (shown.length < MAX_SHOWN) shown.push({ source, ...refusal });
    this.#refused++;
    this.#countsByKind.set(kind, (this.#countsByKind.get(kind) ?? 0) + 1);
  }

  /** Adds sessions that were found again, and not counted again. */
  addRepeated(sessions: number): void {
    this.#repeated += sessions;
  }

  /** Adds a chart that is left out because too few listeners are behind it. */
  addFew(): void {
    this.#few++;
  }

  /** Adds advice that is not a refusal. */
  addHint(line: string): void {
    this.#hints.push(line);
  }

  get refused(): number {
    return this.#refused;
  }

  get hasRefusals(): boolean {
    return this.#refused > 0;
  }

  hasKind(kind: string): boolean {
    return this.#countsByKind.has(kind);
  }

  /** Formats at most 100 refusals, at least one of each kind, as lines such as `charts.jsonl:7: data is missing. …`. */
  formatRefusals(): string[] {
    const shown = [...this.#firsts, ...this.#others].slice(0, MAX_SHOWN);
    const lines = [...Map.groupBy(shown, ({ source }) => source).values()].flatMap((refusals) =>
      refusals.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)).map(formatRefusal),
    );
    const hidden = this.#refused - lines.length;
    return hidden > 0 ? [...lines, `… and ${hidden} more`] : lines;
  }

  /** Formats at most 100 hints, one per line. */
  formatHints(): string[] {
    const hidden = this.#hints.length - MAX_SHOWN;
    const shown = this.#hints.slice(0, MAX_SHOWN).map(toPrintable);
    return hidden > 0 ? [...shown, `… and ${hidden} more`] : shown;
  }

  /** Formats a line such as `2 charts written, 3 refused (2 not JSON, 1 too long)`. */
  formatSummary(isDryRun: boolean): string {
    const kinds = [...this.#countsByKind].map(([kind, count]) => `${count} ${kind}`).join(", ");
    const refused = this.#refused > 0 ? `${this.#refused} refused (${kinds})` : "0 refused";
    const written = `${this.#written} ${this.#written === 1 ? "chart" : "charts"}`;
    const repeated = `${this.#repeated} repeated ${this.#repeated === 1 ? "session" : "sessions"} counted once`;
    const parts = [`${written} ${isDryRun ? "would be written" : "written"}`, refused];
    if (this.#repeated > 0) parts.push(repeated);
    if (this.#few > 0) parts.push(`${this.#few} left out with too few listeners`);
    return parts.join(", ");
  }
}

function formatRefusal({ source, line, detail }: ReportedRefusal): string {
  return toPrintable(`${source}${line === undefined ? "" : `:${line}`}: ${detail}`);
}
