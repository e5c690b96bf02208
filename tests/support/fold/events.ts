import type { Trouble } from "./edge.ts";
import type { Operation } from "./operator.ts";

/** The settings of the functions, and of the edge. */
export interface Settings {
  readonly windowSeconds: number;
  readonly minListeners: number;
  /** The items of a page of listens. */
  readonly pageSize: number;
}

/** A run by itself, and what happens to it. */
export interface Disturbance {
  readonly trouble: Trouble | null;
  /** Its requests until its time is up, from its trouble on if it has one; null if it has time enough. */
  readonly requests: number | null;
}

/** What an operator does to an item after a run has read it, and before the run writes it. */
export interface Meddling {
  readonly operation: Operation;
  /** Whether the duration stays as it is, whatever the operation says. */
  readonly isOfSameDuration: boolean;
}

/** Runs that overlap, and what an operator does meanwhile. */
export interface Overlap {
  readonly operations: readonly Operation[];
  /** The place of a second run among the operations; null if there is only one run. */
  readonly second: number | null;
  /** Seconds from the first run to the second. */
  readonly gap: number;
  /** See {@link Edge.interleave}. */
  readonly order: readonly number[];
  /** The place of a recount among all of that; null if there is none. */
  readonly recount: number | null;
}

/** How an item is put back as it was: with a pause, as docs/recovering.md says. */
export interface Restoration {
  readonly guid: string;
  /** Whether a run tries to count before it is put back, too, and not only after it. */
  readonly isEarly: boolean;
  /** Whether counting is paused while a run is under way. */
  readonly isDuringRun: boolean;
}
