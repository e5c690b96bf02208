import type { Chart } from "../../lib/chart.ts";

/** What the charts table may know of a chart besides its curve. */
export interface Provenance {
  /** Number of listeners behind the curve. */
  readonly listeners?: number;
  /** Where the chart is from, such as `youtube`. */
  readonly source?: string;
}

/** An episode's chart, or the reason why it could not be loaded, and whether that is that there is none. */
export type LoadedChart =
  | ({ readonly guid: string; readonly chart: Chart } & Provenance)
  | { readonly guid: string; readonly reason: string; readonly isMissing?: boolean };
