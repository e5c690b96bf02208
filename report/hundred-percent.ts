import { greatest, group } from "d3-array";
import { type Kind, UNITS } from "../lib/chart.ts";
import { formatCount } from "./text/count.ts";

/** What 100 % is, by kind. */
export const HUNDRED_PERCENT: Readonly<Record<Kind, string>> = {
  peak: "the moment with the most listeners",
  plays: "the moment with the most plays, and replays count",
  views: "all views, and replays count, so a curve can pass 100\u00a0%",
  starters: "everybody who started the episode",
  unknown: "what the source of the chart defines, in most charts the moment with the most listeners",
};

/** Checks whether a curve of a kind counts who hears a part again. */
export function countsReplays(kind: Kind): boolean {
  return UNITS[kind] !== "listener";
}

/** Formats those behind a curve: `1,234 listeners`, `9 plays`, `300 views`. */
export function formatListeners(listeners: number, kind: Kind): string {
  return formatCount(listeners, UNITS[kind]).replace(" ", "\u00a0");
}

/** Returns the episodes of the most frequent kind whose curves prove something: others are never compared with them. */
export function findMostFrequentKind<T extends { readonly kind: Kind; readonly doubt?: string }>(
  episodes: readonly T[],
): readonly T[] {
  const proven = episodes.filter(({ doubt }) => doubt === undefined);
  const kinds = [...group(proven, ({ kind }) => kind).values()];
  return greatest(kinds, ({ length }) => length) ?? [];
}
