import type { RefusalList } from "../base/refusals.ts";
import { formatPlace, type Place } from "../input/places.ts";

/** What an import tells while it runs. */
export interface ImportOutcome {
  readonly refusals: Pick<RefusalList, "add">;
  /** Notes how many charts are to be written, once all files are read. */
  plan(charts: number): void;
  /** Adds sessions that were found again, and not counted again. */
  addRepeated(sessions: number): void;
  /** Adds a chart that is left out because too few listeners are behind it. */
  addFew(): void;
  /** Adds advice that is not a refusal: a line. @param at the file that it is of; undefined if it is of none */
  addHint(hint: string, at?: HintPlace): void;
}

/** Where a hint is of: a file, of which a line may be known, and how many other files it is of as well. */
export interface HintPlace extends Place {
  readonly others?: number;
}

/** Formats a hint: `All.csv (and 2 more): …`. */
export function formatHint(hint: string, at: HintPlace | undefined): string {
  if (!at) return hint;
  const { others = 0 } = at;
  return `${formatPlace(at)}${others > 0 ? ` (and ${others} more)` : ""}: ${hint}`;
}
