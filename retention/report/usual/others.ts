import { ascending } from "d3-array";
import type { Measures } from "./measured.ts";

/** What tells with which others an episode can be compared. */
export type Comparable = Pick<Measures, "guid" | "kind" | "type" | "since" | "doubt" | "date" | "end" | "youth">;

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

/**
 * Finds the others with which an episode is compared: of the same kind and type, on the same side of the change that is said of
 * the show, with curves that prove something, and the nearest in date, or in length if the episode has no date. Young ones have only their opening to compare.
 */
export function findOthers<T extends Comparable>(episode: Comparable, episodes: readonly T[]): Others<T> {
  const getDistance = createDistance(episode);
  const comparable = episodes
    .filter(({ guid, doubt }) => guid !== episode.guid && doubt === undefined)
    .filter(({ kind, type, since }) => kind === episode.kind && type === episode.type && since === episode.since)
    .map((other) => ({ other, distance: getDistance(other) }))
    .sort((one, two) => ascending(one.distance, two.distance))
    .map(({ other }) => other);
  const similar = comparable.filter(({ end, youth }) => {
    return youth === undefined && Math.max(end, episode.end) <= MAX_RATIO * Math.min(end, episode.end);
  });
  return { similar: takeEnough(similar), any: takeEnough(comparable) };
}

/** Of a young episode, only the opening is judged. */
export function selectJudged<T>({ youth }: Pick<Measures, "youth">, others: Others<T>): Others<T> {
  return youth === undefined ? others : { similar: [], any: others.any };
}

function takeEnough<T>(others: readonly T[]): readonly T[] {
  return others.length < MIN_OTHERS ? [] : others.slice(0, MAX_OTHERS);
}

/** Returns the distance in time, or of an episode without a date, in length. Others without a date are last then. */
function createDistance({ date, end }: Comparable): (other: Comparable) => number {
  if (date === undefined) return (other) => Math.abs(Math.log(other.end / end));
  const time = Date.parse(date);
  return (other) => (other.date === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(other.date) - time));
}
