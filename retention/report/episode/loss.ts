import type { Insights } from "../curve/insights.ts";
import { findLargest, type Moment } from "../curve/moments/moment.ts";
import { countPresent } from "../curve/moments/moments.ts";
import { SLOW_SECONDS } from "../curve/moments/slow-falls.ts";
import type { ChapterLoss } from "./chapter-loss.ts";

/** The largest loss of an episode: at a moment, or over a chapter. */
export interface Loss {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** Part, from 0 to 1, of those present who leave: at a moment, beyond the curve's own rate. */
  readonly share: number;
  /** The people, or plays, of which that is the part, if their number is known. */
  readonly of?: number;
  /** The part that other episodes lose there, if that is known. */
  readonly usual?: number;
  /** Whether it is beyond the chance of all episodes together. */
  readonly isCertain?: true;
  /** The title of the chapter. Undefined for a moment. */
  readonly chapter?: string;
}

/**
 * Lists what is numbered in an episode's plot and in its list: the chapter that listeners leave, if that is the largest loss,
 * and then the moments.
 */
export function listNumbered({
  loss,
  insights,
}: {
  readonly loss?: Loss;
  readonly insights: Pick<Insights, "moments">;
}) {
  return loss?.chapter === undefined ? insights.moments : [loss, ...insights.moments];
}

/** A moment says more exactly where listeners leave than a chapter, if it is most of what the chapter loses. */
const MOST = 0.75;

/** Returns the largest loss, by the part of those present who leave beyond the usual. @param whole the listeners that 100 % are */
export function findLoss(
  moments: readonly Moment[],
  chapterLoss: ChapterLoss | undefined,
  whole?: number,
): Loss | undefined {
  const moment = findLargest(moments, "loss");
  if (chapterLoss && (moment?.share ?? 0) < MOST * (chapterLoss.left - chapterLoss.usual)) {
    const { title: chapter, left: share, ...loss } = chapterLoss;
    return { ...loss, share, chapter };
  }
  if (!moment) return undefined;
  const { from, to, share, usual, isCertain } = moment;
  const of = countPresent(moment, whole);
  return {
    from,
    to,
    share,
    ...(of > 0 && { of }),
    ...(isCertain && { isCertain }),
    ...(usual !== undefined && { usual }),
  };
}

/** Leaves out the slow losses within a chapter that is the largest loss: they are parts of it. */
export function leaveOutParts(moments: readonly Moment[], loss: Loss | undefined): readonly Moment[] {
  if (loss?.chapter === undefined) return moments;
  const isPart = ({ kind, from, to }: Moment) =>
    kind === "loss" && to - from >= SLOW_SECONDS && from < loss.to && to > loss.from;
  return moments.filter((moment) => !isPart(moment));
}
