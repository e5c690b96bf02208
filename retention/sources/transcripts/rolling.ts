import type { Cue } from "./cue.ts";

/** A file rolls if at least this part of its cues begin with a line of the cue before. People repeat a line now and then. */
const MIN_PART = 0.4;

/** Lines that a screen of captions has (CTA-608). No more of them stay on it. */
const MAX_LINES = 15;

/**
 * Removes what rolling captions repeat: each cue of them begins with the lines of the one before, as they stay on the screen.
 * Other captions stay as they are.
 */
export function removeRepeats(cues: readonly Cue[]): readonly Cue[] {
  const lines = cues.map(({ text }) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
  const repeats = lines.map((own, index) => countRepeated(lines[index - 1] ?? [], own));
  const rolling = repeats.filter((count) => count > 0).length;
  if (rolling < MIN_PART * (cues.length - 1) || rolling < 2) return cues;
  return cues.flatMap((cue, index) => {
    const text = (lines[index] ?? []).slice(repeats[index]).join("\n");
    return text === "" ? [] : [{ ...cue, text }];
  });
}

/** Counts the lines that a cue begins with, and that the one before ends with. */
function countRepeated(before: readonly string[], own: readonly string[]): number {
  for (let count = Math.min(before.length, own.length, MAX_LINES); count > 0; count--)
    if (own.slice(0, count).every((line, index) => line === before[before.length - count + index])) return count;
  return 0;
}
