import { computeFigures } from "../curve/figures.ts";
import { computeEdge } from "../curve/levels/levels.ts";
import type { Measures } from "../usual/measured.ts";
import { findOthers, MIN_OTHERS } from "../usual/others.ts";

/** Titles that name credits, in the languages of most feeds. Another last chapter is content. */
const TITLE =
  /\b(?:credits|outro|abspann|abmoderation|générique|créditos|titoli di coda|aftiteling|eftertexter|rulletekster)\b/iu;

/** Adds to each episode where its credits begin, and how many reach them, if five others have credits, too. */
export function addCredits<T extends Measures>(episodes: readonly T[]): T[] {
  return episodes.map((episode) => {
    const credits = episode.doubt === undefined ? findCreditsChapter(episode) : undefined;
    if (credits === undefined) return episode;
    const same = findOthers(episode, episodes).similar.filter((other) => findCreditsChapter(other) !== undefined);
    if (same.length < MIN_OTHERS) return episode;
    return {
      ...episode,
      credits,
      figures: computeFigures(episode.curve, { credits, kind: episode.kind }),
    };
  });
}

/** Returns where the last chapter of an episode begins, in seconds, if it is near the end and its title is that of credits. */
function findCreditsChapter({ chapters, end }: Measures): number | undefined {
  const last = chapters?.at(-1);
  return last && TITLE.test(last.title) && last.time >= end - computeEdge(end) ? last.time : undefined;
}
