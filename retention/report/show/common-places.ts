import { greatest, group, median } from "d3-array";
import type { Moment } from "../curve/moments/moment.ts";
import { ALPHA } from "../curve/statistics/limits.ts";
import { MIN_OTHERS } from "../usual/others.ts";

/** A place at which listeners of many episodes leave, or skip a passage, as an advertisement in the middle. */
export interface CommonPlace {
  readonly kind: "loss" | "skip";
  /** How the place is the same in these episodes. */
  readonly by: Alignment;
  /** The median: seconds from the start, seconds before the end, or the part of the length, from 0 to 1. */
  readonly at: number;
  /** Median part of those present. */
  readonly share: number;
  /** Number of episodes that clearly have it, and of those that were looked at. */
  readonly episodes: number;
  readonly of: number;
  /** The moments that it is made of, the largest first. */
  readonly found: readonly PlacedMoment[];
}

/** A moment of an episode, with the places that it may share with others. */
interface PlacedMoment {
  readonly guid: string;
  readonly title: string;
  readonly kind: "loss" | "skip";
  readonly share: number;
  /** Seconds. */
  readonly time: number;
  readonly places: Readonly<Record<Alignment, number>>;
}

type Alignment = (typeof ALIGNMENTS)[number];
const ALIGNMENTS = ["start", "end", "part"] as const;

/** Moments within this distance on each side are at the same place: seconds, or a part of the length. */
const NEAR: Readonly<Record<Alignment, number>> = { start: 30, end: 30, part: 0.04 };

/** A place is named if at least this part of the episodes has it. What most have is usual, and so named by none of them. */
const MIN_PART = 1 / 3;

interface Placeable {
  readonly guid: string;
  readonly title: string;
  /** Seconds. */
  readonly end: number;
  readonly findings: { readonly alone: readonly Moment[] };
}

/**
 * Finds the places at which many episodes lose or skip, those of most episodes first. The moments are those of each curve
 * alone, since what most episodes do is usual, and no moment beside the others.
 */
export function findCommonPlaces(episodes: readonly Placeable[]): CommonPlace[] {
  const moments = episodes.flatMap(listPlaced);
  const all = [...group(moments, ({ kind }) => kind).values()].flatMap((same) => findPlaces(same, episodes));
  return all.sort((one, other) => other.episodes * other.share - one.episodes * one.share);
}

function listPlaced({ guid, title, end, findings }: Placeable): PlacedMoment[] {
  return findings.alone.flatMap(({ kind, from: time, share }) => {
    if (kind === "replay") return [];
    return { guid, title, kind, share, time, places: { start: time, end: end - time, part: time / end } };
  });
}

/** Finds places of one kind, one after the other: the clearest, then the clearest of what is left. */
function findPlaces(moments: readonly PlacedMoment[], episodes: readonly Placeable[]): CommonPlace[] {
  const places: CommonPlace[] = [];
  for (let left = moments; ; ) {
    const place = findClearest(left, moments, episodes);
    if (!place) return places;
    places.push(place);
    left = left.filter((moment) => !place.found.includes(moment));
  }
}

function findClearest(
  left: readonly PlacedMoment[],
  moments: readonly PlacedMoment[],
  episodes: readonly Placeable[],
): CommonPlace | undefined {
  const length = median(episodes, ({ end }) => end) ?? 1;
  const crowds = ALIGNMENTS.flatMap((by) => {
    const width = (2 * NEAR[by]) / (by === "part" ? 1 : length);
    const limit = Math.log(ALIGNMENTS.length / width / ALPHA);
    return listCrowds(left, by).map((crowd) => {
      const surprise = computeSurprise(crowd.count, episodes.length, (moments.length / episodes.length) * width);
      return { ...crowd, by, surprise: surprise - limit };
    });
  });
  const best = greatest(crowds, ({ surprise }) => surprise);
  if (!best || best.surprise <= 0 || best.count <= MIN_OTHERS || best.count < MIN_PART * episodes.length)
    return undefined;
  const { by, found, count } = best;
  return {
    kind: found[0]?.kind ?? "loss",
    by,
    at: median(found, ({ places }) => places[by]) ?? 0,
    share: median(found, ({ share }) => share) ?? 0,
    episodes: count,
    of: episodes.length,
    found: found.toSorted((one, other) => other.share - one.share),
  };
}

/** Lists, for each moment, those that are at its place or less than twice the distance behind it, and counts their episodes. */
function listCrowds(moments: readonly PlacedMoment[], by: Alignment) {
  const sorted = moments.toSorted((one, other) => one.places[by] - other.places[by]);
  let end = 0;
  return sorted.map((first, index) => {
    while (end < sorted.length && (sorted[end]?.places[by] ?? 0) - first.places[by] <= 2 * NEAR[by]) end++;
    const found = sorted.slice(index, end);
    return { found, count: new Set(found.map(({ guid }) => guid)).size };
  });
}

/**
 * Computes how surprising it is that so many episodes have a moment in one window, if moments lie anywhere: the negative
 * logarithm of an upper bound of the binomial probability (Chernoff 1952; Hoeffding 1963).
 */
function computeSurprise(count: number, of: number, probability: number): number {
  const part = count / of;
  const p = Math.min(0.999, probability);
  if (part <= p) return 0;
  const other = part < 1 ? (1 - part) * Math.log((1 - part) / (1 - p)) : 0;
  return of * (part * Math.log(part / p) + other);
}
