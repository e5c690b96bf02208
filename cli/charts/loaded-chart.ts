import type { Chart } from "../../lib/chart.ts";

/** A curve of an episode from one of its sources. */
export interface LoadedCurve {
  readonly chart: Chart;
  /** Undefined if it is not known. */
  readonly source?: string | undefined;
  /** Those in the drawing; undefined if that is not known. */
  readonly listeners?: number;
}

/** An episode's chart, or the reason why it could not be loaded, and whether that is that there is none. */
export type LoadedChart =
  | (LoadedCurve & { readonly guid: string; readonly others?: readonly LoadedCurve[] })
  | { readonly guid: string; readonly reason: string; readonly isMissing?: boolean };
