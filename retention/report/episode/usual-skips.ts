import type { Moment } from "../curve/moments/moment.ts";
import type { Band } from "../usual/usual.ts";
import type { ChapterRow } from "./chapters.ts";

/**
 * Adds to skips which part of those present skips there in the other episodes: that of the same chapter, or the dip in the usual curve. Where that does not
 * reach, nothing.
 */
export function addUsualSkips(
  moments: readonly Moment[],
  chapters: readonly ChapterRow[],
  getUsual: () => Band | undefined,
): readonly Moment[] {
  return moments.map((moment) => {
    const usual = moment.kind === "skip" ? findUsualSkip(moment, chapters, getUsual) : moment.usual;
    return usual === undefined ? moment : { ...moment, usual };
  });
}

function findUsualSkip({ from, to }: Moment, chapters: readonly ChapterRow[], getUsual: () => Band | undefined) {
  const middle = (from + to) / 2;
  const same = chapters.find(({ time, end }) => middle >= time && middle < end)?.usual;
  if (same) return same.skipped;
  const usual = getUsual();
  const [before, within, after] = [from - (to - from), middle, to + (to - from)].map((time) => readBand(usual, time));
  if (before === undefined || within === undefined || after === undefined) return undefined;
  const around = Math.min(before, after);
  return around > 0 ? Math.max(0, 1 - within / around) : 0;
}

/** Reads the usual level at a time. */
export function readBand(
  usual: Band | undefined,
  time: number,
  part: "median" | "low" | "high" = "median",
): number | undefined {
  const step =
    usual?.times.findIndex((start, index) => time >= start && time < (usual.times[index + 1] ?? start)) ?? -1;
  return usual?.[part][step];
}
