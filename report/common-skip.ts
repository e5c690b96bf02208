import { median, sum } from "d3-array";
import type { Chapter } from "./chapters.ts";
import type { Findings } from "./findings.ts";
import { MIN_OTHERS } from "./others.ts";

/** A passage that listeners skip at about the same part of most episodes, as an advertisement in the middle. */
export interface CommonSkip {
  /** Part of the length at which it begins, from 0 to 1: the median. */
  readonly place: number;
  /** Median part of those present. */
  readonly share: number;
  /** Number of episodes that have it, and of all. */
  readonly episodes: number;
  readonly of: number;
}

interface Skipping {
  readonly end: number;
  readonly chapters?: readonly Chapter[];
  readonly findings: Pick<Findings, "insights">;
}

/** Places are the same within this part of the length. */
const NEAR = 0.05;

/** Finds the place at which most episodes have a skip. Undefined if there are chapters, which say it with their titles. */
export function findCommonSkip(episodes: readonly Skipping[]): CommonSkip | undefined {
  if (episodes.some(({ chapters = [] }) => chapters.length > 0)) return undefined;
  const skips = episodes.flatMap(({ end, findings }, episode) => {
    const found = findings.insights.moments.filter(({ kind }) => kind === "skip");
    return found.map(({ from, share }) => ({ episode, place: from / end, share }));
  });
  const groups = skips.map(({ place }) => skips.filter((other) => Math.abs(other.place - place) <= NEAR));
  const sizes = groups.map((group) => new Set(group.map(({ episode }) => episode)).size);
  const most = Math.max(0, ...sizes);
  if (most <= MIN_OTHERS || most < episodes.length / 2) return undefined;
  const largest = groups.filter((_, index) => sizes[index] === most);
  const [group = []] = largest.sort((one, other) => sum(other, ({ share }) => share) - sum(one, ({ share }) => share));
  const middle = (read: (skip: (typeof skips)[number]) => number) => median(group, read) ?? 0;
  return {
    place: middle(({ place }) => place),
    share: middle(({ share }) => share),
    episodes: most,
    of: episodes.length,
  };
}
