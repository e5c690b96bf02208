import type { Chart } from "../../lib/chart.ts";
import type { Provenance } from "../../lib/episode/item.ts";

/** An episode's chart, or the reason why it could not be loaded, and whether that is that there is none. */
export type LoadedChart =
  | ({ readonly guid: string; readonly chart: Chart } & Partial<Pick<Provenance, "listeners" | "source">>)
  | { readonly guid: string; readonly reason: string; readonly isMissing?: boolean };
