import type { Episode } from "../../report/episode.ts";
import { HUNDRED_PERCENT, type Kind } from "../../report/kinds.ts";

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

/** Says what 100 % is. If that is not the same in all curves, says it for each kind, with the sources' names. */
function explainHundredPercent(episodes: readonly Episode[]): string[] {
  const kinds = [...Map.groupBy(episodes, ({ kind }) => kind)];
  if (kinds.length === 1) return kinds.map(([kind]) => `100\u00a0% is ${HUNDRED_PERCENT[kind]}.`);
  return kinds.map(([kind, members]) => `${nameMembers(kind, members)}: 100\u00a0% is ${HUNDRED_PERCENT[kind]}.`);
}

function nameMembers(kind: Kind, members: readonly Episode[]): string {
  const names = [...new Set(members.flatMap(({ source }) => source ?? []))];
  if (names.length > 0) return names.join(", ");
  return kind === "unknown" ? "Other curves" : "Curves above 100\u00a0%";
}
