import type { RefusalList } from "./base/refusals.ts";

/** What an import tells while it runs. */
export interface ImportOutcome {
  readonly refusals: Pick<RefusalList, "add">;
  /** Notes how many charts are to be written, once all files are read. */
  plan(charts: number): void;
  /** Adds sessions that were found again, and not counted again. */
  addRepeated(sessions: number): void;
  /** Adds a chart that is left out because too few listeners are behind it. */
  addFew(): void;
  /** Adds advice that is not a refusal. */
  addHint(line: string): void;
}
