import type { Insights } from "../draw/insights.ts";

/** An episode as the page holds it. */
export interface Episode {
  /** Verbatim: links name episodes by it. */
  readonly guid: string;
  /** In one line, and printable; the GUID where no feed has a title. */
  readonly title: string;
  /** When it was published, as YYYY-MM-DD, where a feed says so. */
  readonly date?: string;
  /** Seconds. */
  readonly duration: number;
  /** Of the whole curve, before it was thinned. */
  readonly insights: Insights;
  /** The thinned curve, packed. */
  readonly curve: string;
}

/** What the numbers of a packed curve count: tenths of seconds, and hundredths of percent. */
export const STEPS_PER_SECOND = 10;
export const STEPS_PER_PERCENT = 100;

/** As many curves can be told apart. */
export const MAX_CHOSEN = 6;
