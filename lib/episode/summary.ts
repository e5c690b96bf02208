import type { Item } from "../item.ts";
import { findCurve, listCurves, type StoredCurve } from "./curves.ts";

/** What a list of episodes shows of each. Any tool may have written it. */
export interface EpisodeSummary {
  readonly guid: unknown;
  /** Of the episode, in seconds. */
  readonly duration: unknown;
  /** The listeners who were counted here, drawn or not. */
  readonly listeners: unknown;
  readonly curves: readonly CurveSummary[];
  /** The one that is answered if no source is asked for; undefined if there is none. */
  readonly answered: CurveSummary | undefined;
}

/** What a list shows of a curve. */
interface CurveSummary {
  readonly source: string;
  /** Of the drawing, in seconds. */
  readonly duration: unknown;
  /** Listeners in the drawing. */
  readonly listeners: unknown;
  readonly points: unknown;
  readonly updatedAt: unknown;
}

export function summarizeItem(item: Item): EpisodeSummary {
  const { guid, duration, listeners } = item;
  const answered = findCurve(item);
  return {
    guid,
    duration,
    listeners,
    curves: listCurves(item).map(summarizeCurve),
    answered: answered && summarizeCurve(answered),
  };
}

function summarizeCurve({ source, listeners, attributes }: StoredCurve): CurveSummary {
  const { duration, points, updatedAt } = attributes;
  return { source, duration, listeners, points, updatedAt };
}
