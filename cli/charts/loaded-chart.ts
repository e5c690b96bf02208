import type { EpisodeCurve } from "./episode-curves.ts";

/** An episode's chart, or the reason why it could not be loaded, and whether that is that there is none. */
export type LoadedChart =
  /** The curve that the service answers with if it is asked for no source, and those of other sources. */
  | (EpisodeCurve & { readonly guid: string; readonly others?: readonly EpisodeCurve[] })
  | { readonly guid: string; readonly reason: string; readonly isMissing?: boolean };
