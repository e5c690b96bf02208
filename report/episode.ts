import type { Insights } from "../curve/insights.ts";
import type { Kind } from "./kinds.ts";

/** A chapter of an episode. */
export interface Chapter {
  /** Start, in seconds. */
  readonly time: number;
  readonly title: string;
}

/** An episode in the page's data. */
export interface Episode {
  /** Verbatim, because links identify episodes by it. */
  readonly guid: string;
  /** One printable line: the title in the feed, or else the GUID. */
  readonly title: string;
  /** The title of the show in its feed. */
  readonly show?: string;
  /** The address of the audio in the feed: http or https, without a fragment. */
  readonly audio?: string;
  /** Date of publication in the feed, as YYYY-MM-DD in UTC. */
  readonly date?: string;
  /** Seconds. */
  readonly duration: number;
  /** Where the chart is from, for people, such as `YouTube`. */
  readonly source?: string;
  readonly listeners?: number;
  readonly kind: Kind;
  /** Why the curve proves little. */
  readonly doubt?: string;
  /** Computed from the whole curve, before it was thinned. */
  readonly insights: Insights;
  readonly usual?: Usual;
  /** Plain sentences. */
  readonly summary: string;
  /** In order of time. */
  readonly chapters?: readonly Chapter[];
  /** The curve in few values, packed by packProfile. */
  readonly profile: string;
  /** The thinned curve, packed by packCurve. */
  readonly curve: string;
}

/** Units of a packed curve: tenths of a second, hundredths of a percent. */
export const STEPS_PER_SECOND = 10;
export const STEPS_PER_PERCENT = 100;

/** Maximum number of curves in the plot: more colours could not be told apart. */
export const MAX_CHOSEN = 6;

/** The usual of a show, in percent, in comparison with an episode. */
export interface Usual {
  /** Number of other episodes. */
  readonly others: number;
  /** Median percentage at the end of the others. */
  readonly end: number;
  /** Percentage points by which the episode's average differs from the others' median. */
  readonly difference: number;
  /** Whether the episode's average and end are as those of the others. */
  readonly isTypical: boolean;
}

/** The median and the middle half of several curves, place by place. */
export interface Band {
  readonly median: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}
