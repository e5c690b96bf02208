import { ascending } from "d3-array";
import type { Kind } from "../lib/chart.ts";

/** What tells with which others an episode can be compared. */
export interface Comparable {
  readonly guid: string;
  readonly kind: Kind;
  readonly doubt?: string;
  /** YYYY-MM-DD. */
  readonly date?: string;
  /** Length in seconds, as in the insights. */
  readonly end: number;
  /** Undefined if the curve shows what became of its listeners. */
  readonly youth?: Youth;
}

/** A curve of an episode's first days, of whose listeners many are still in it. */
export interface Youth {
  /** Days from publication to the curve. */
  readonly days: number;
  /** Days from publication to the report, if the curve is of the report's day. */
  readonly now?: number;
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

/**
 * Finds the others with which an episode is compared: of the same kind, with curves that prove something, and the
 * nearest in date, or in length if the episode has no date. Young ones have only their opening to compare.
 */
export function findOthers<T extends Comparable>(episode: Comparable, episodes: readonly T[]): Others<T> {
  const getDistance = createDistance(episode);
  const comparable = episodes
    .filter(({ guid, kind, doubt }) => guid !== episode.guid && kind === episode.kind && doubt === undefined)
    .map((other) => ({ other, distance: getDistance(other) }))
    .sort((one, two) => ascending(one.distance, two.distance))
    .map(({ other }) => other);
  const similar = comparable.filter(({ end, youth }) => {
    return youth === undefined && Math.max(end, episode.end) <= MAX_RATIO * Math.min(end, episode.end);
  });
  return { similar: takeEnough(similar), any: takeEnough(comparable) };
}

/** Of a young episode, only the opening is judged. */
export function selectJudged<T>({ youth }: Comparable, others: Others<T>): Others<T> {
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

const DAY_MS = 86_400_000;

/** A curve of fewer days after publication is young: many are still listening. */
const YOUNG_DAYS = 7;

/**
 * Computes whether a curve is young. A curve that is older than the episode's date is of an episode that was published
 * again.
 *
 * @param date YYYY-MM-DD
 * @param updatedAt when the curve was written, in ISO 8601
 * @returns undefined if it is not, or if nobody knows
 */
export function computeYouth(date: string | undefined, updatedAt: string | undefined, madeAt: Date): Youth | undefined {
  const [published, updated] = [date, updatedAt].map((time) => Date.parse(time ?? "")) as [number, number];
  const days = Math.floor((updated - published) / DAY_MS);
  if (!(days >= 0 && days < YOUNG_DAYS)) return undefined;
  const isCurrent = madeAt.getTime() - updated < DAY_MS;
  return { days, ...(isCurrent && { now: Math.max(0, Math.floor((madeAt.getTime() - published) / DAY_MS)) }) };
}
