import { explainHundredPercent } from "../../report/answers.ts";
import type { Episode } from "../../report/episode.ts";

/** Says what the numbers of a report mean. */
export function explainNumbers(episodes: readonly Episode[]): string[] {
  const notes = [explainHundredPercent(episodes).join(" ")];
  if (episodes.some(({ usual }) => usual))
    notes.push(
      "The usual of an episode is the median of the nearest others: the same second in the opening and before the end, the same part of the length in between.",
    );
  if (episodes.some(({ doubt }) => doubt !== undefined))
    notes.push("Curves that prove little are marked, are compared with none, and come last.");
  return notes;
}
