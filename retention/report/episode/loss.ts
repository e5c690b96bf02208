import { formatTime } from "../../sources/base/times.ts";
import type { Insights } from "../curve/insights.ts";
import { findLargest, type Moment } from "../curve/moments/moment.ts";
import { SLOW_SECONDS } from "../curve/moments/slow-falls.ts";
import { quoteShort } from "../curve/text.ts";

/**
 * Lists what is numbered in an episode's plot and in its list: the chapter that listeners leave, if that is the largest loss,
 * and then the moments.
 */
export function listNumbered({
  loss,
  insights,
}: {
  readonly loss?: Moment;
  readonly insights: Pick<Insights, "moments">;
}) {
  return loss?.chapter === undefined ? insights.moments : [loss, ...insights.moments];
}

/** A moment says more exactly where listeners leave than a chapter, if it is most of what the chapter loses. */
const MOST = 0.75;

/** Returns the largest loss, by the part of those present who leave beyond the usual: at a moment, or over a chapter. */
export function findLoss(moments: readonly Moment[], chapter: Moment | undefined): Moment | undefined {
  const moment = findLargest(moments, "loss");
  return chapter && (moment?.share ?? 0) < MOST * (chapter.share - (chapter.usual ?? 0)) ? chapter : moment;
}

/** Says where a moment is in few words: `at 20:15`, or of a chapter that listeners leave, `during “Letters”`. */
export function tellPlace({ from, chapter }: Pick<Moment, "from" | "chapter">, columns?: number): string {
  return chapter === undefined ? `at ${formatTime(from)}` : `during ${quoteShort(chapter, columns)}`;
}

/** Leaves out the slow losses within a chapter that is the largest loss: they are parts of it. */
export function leaveOutParts(moments: readonly Moment[], loss: Moment | undefined): readonly Moment[] {
  if (loss?.chapter === undefined) return moments;
  const isPart = ({ kind, from, to }: Moment) =>
    kind === "loss" && to - from >= SLOW_SECONDS && from < loss.to && to > loss.from;
  return moments.filter((moment) => !isPart(moment));
}
