import type { Replacement } from "../../sources/item/replacement.ts";

/** The words of a summary, in their order. What is only "written" is in the sum. */
const KINDS = ["new", "replaced", "unchanged"] as const;

/** Counts the curves that an import wrote, by where they are from and by what they replaced. */
export class WrittenCurves {
  #size = 0;
  readonly #bySource = new Map<string, number>();
  readonly #byKind = new Map<Replacement["kind"], number>();
  readonly #dates: string[] = [];

  get size(): number {
    return this.#size;
  }

  /** @param replacement undefined if nothing is known of what was there */
  add(source: string, { kind, updatedAt }: Partial<Replacement> = {}): void {
    this.#size++;
    this.#bySource.set(source, (this.#bySource.get(source) ?? 0) + 1);
    if (kind) this.#byKind.set(kind, (this.#byKind.get(kind) ?? 0) + 1);
    if (updatedAt === undefined) return;
    // The first and the last day.
    this.#dates.push(updatedAt.slice(0, 10));
    this.#dates.sort().splice(1, this.#dates.length - 2);
  }

  /** Formats a text such as ` (1 youtube, 1 own)`; empty if there are none. */
  formatSources(): string {
    // Some are written at once, so that they come in no order.
    const sorted = [...this.#bySource].sort(([one], [other]) => (one < other ? -1 : 1));
    const sources = sorted.map(([source, count]) => `${count.toLocaleString("en")} ${source}`);
    return sources.length > 0 ? ` (${sources.join(", ")})` : "";
  }

  /** Formats a text such as `: 2 new, 1 replaced (of 2026-11-20)`; empty if nothing is known. */
  formatKinds(): string {
    const parts = KINDS.flatMap((kind) => {
      const count = this.#byKind.get(kind);
      return count === undefined
        ? []
        : `${count.toLocaleString("en")} ${kind}${kind === "replaced" ? this.#formatDates() : ""}`;
    });
    return parts.length > 0 ? `: ${parts.join(", ")}` : "";
  }

  toJSON(): Readonly<Record<string, unknown>> {
    const kinds = KINDS.map((kind) => [kind, this.#byKind.get(kind) ?? 0]);
    return { written: this.#size, ...Object.fromEntries(kinds), sources: Object.fromEntries(this.#bySource) };
  }

  #formatDates(): string {
    const days = [...new Set(this.#dates)];
    return days.length > 0 ? ` (of ${days.join(" to ")})` : "";
  }
}
