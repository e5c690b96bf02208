import type { Chart } from "../../lib/chart.ts";

/** An episode's chart, or the reason why it could not be loaded. */
export type LoadedChart =
  | { readonly guid: string; readonly chart: Chart }
  | { readonly guid: string; readonly reason: string };
