import type { Insights } from "../draw/insights.ts";

/** An episode in the page's data. */
export interface Episode {
  /** Verbatim, because links identify episodes by it. */
  readonly guid: string;
  /** One printable line: the title in the feed, or else the GUID. */
  readonly title: string;
  /** Date of publication in the feed, as YYYY-MM-DD in UTC. */
  readonly date?: string;
  /** Seconds. */
  readonly duration: number;
  /** Computed from the whole curve, before it was thinned. */
  readonly insights: Insights;
  /** The thinned curve, packed by packCurve. */
  readonly curve: string;
}

/** Units of a packed curve: tenths of a second, hundredths of a percent. */
export const STEPS_PER_SECOND = 10;
export const STEPS_PER_PERCENT = 100;

/** Maximum number of curves in the plot: more colours could not be told apart. */
export const MAX_CHOSEN = 6;
