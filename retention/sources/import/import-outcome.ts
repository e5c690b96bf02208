import type { Fact } from "../base/facts.ts";
import type { Refusals } from "../base/refusals.ts";
import type { Place } from "../input/places.ts";

/** What an import tells while it runs. Who writes no summary need not hear all. */
export interface ImportOutcome {
  readonly refusals: Refusals;
  /** Notes how many charts are to be written, once all files are read. */
  plan?(charts: number): void;
  /** Adds sessions that were found again, and not counted again. */
  addRepeated?(sessions: number): void;
  /** Adds a chart that is left out because too few listeners are behind it. */
  addFew?(): void;
  /** Adds what is no refusal, and worth to know. @param at the file or the episode that it is of; undefined if it is of none */
  addHint(hint: Fact, at?: HintPlace): void;
}

/** Where a hint is of: a file, of which a line may be known, and how many other files it is of as well; or an episode. */
export type HintPlace = (Place & { readonly others?: number }) | { readonly episode: string };
