import { ascending } from "d3-array";
import type { Kind } from "./kinds.ts";

/** What tells with which others an episode can be compared. */
export interface Comparable {
  readonly guid: string;
  readonly kind: Kind;
  readonly doubt?: string;
  /** YYYY-MM-DD. */
  readonly date?: string;
  /** Length in seconds, as in the insights. */
  readonly end: number;
}

/** The episodes that say what is usual for an episode. Each list is empty if it would be too short. */
export interface Others<T> {
  /** Those of half to twice the length. */
  readonly similar: readonly T[];
  /** Those of any length, with which only the opening is compared. */
  readonly any: readonly T[];
}

/** Fewest other episodes from which the usual is computed. */
export const MIN_OTHERS = 5;

/** The usual is that of so many others, the nearest: a show of ten years is not what it was. */
const MAX_OTHERS = 24;

const MAX_RATIO = 2;

const DAY_MS = 86_400_000;

/**
 * Finds the others with which an episode is compared: of the same kind, with curves that prove something, and the
 * nearest in date, or in length if the episode has no date.
 */
export function findOthers<T extends Comparable>(episode: Comparable, episodes: readonly T[]): Others<T> {
  const comparable = episodes
    .filter(({ guid, kind, doubt }) => guid !== episode.guid && kind === episode.kind && doubt === undefined)
    .map((other) => ({ other, distance: computeDistance(episode, other) }))
    .sort((one, two) => ascending(one.distance, two.distance))
    .map(({ other }) => other);
  const similar = comparable.filter(({ end }) => Math.max(end, episode.end) <= MAX_RATIO * Math.min(end, episode.end));
  return { similar: takeEnough(similar), any: takeEnough(comparable) };
}

function takeEnough<T>(others: readonly T[]): readonly T[] {
  return others.length < MIN_OTHERS ? [] : others.slice(0, MAX_OTHERS);
}

/** Days, or where a date is missing, the ratio of the lengths; others without a date are behind those with one. */
function computeDistance({ date, end }: Comparable, other: Comparable): number {
  if (date === undefined) return Math.abs(Math.log(other.end / end));
  if (other.date === undefined) return Number.POSITIVE_INFINITY;
  return Math.abs(Date.parse(date) - Date.parse(other.date)) / DAY_MS;
}
