import type { Chart } from "../../lib/chart.ts";

/** An episode's chart, or why there is none. */
export type LoadedChart =
  | { readonly guid: string; readonly chart: Chart }
  | { readonly guid: string; readonly reason: string };
