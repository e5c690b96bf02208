import { greatest, group, sort } from "d3-array";
import { formatCount } from "../../../lib/count.ts";
import { capitalize } from "../../../lib/printable.ts";
import { type Kind, UNITS } from "../../sources/base/kinds.ts";
import type { Measures } from "../usual/measured.ts";
import type { Episode } from "./episode.ts";

/** What 100 % is, by kind. */
export const HUNDRED_PERCENT: Readonly<Record<Kind, string>> = {
  peak: "the moment with the most listeners",
  plays: "the moment with the most plays, and replays count",
  views: "all views, and replays count, so a curve can pass 100\u00a0%",
  starters: "everybody who started the episode",
  unknown: "what the source of the chart defines, in most charts the moment with the most listeners",
};

/** Checks whether a curve of a kind counts who hears a part again. */
export function countsReplays(kind: Kind): boolean {
  return UNITS[kind] !== "listener";
}

/** Formats those behind a curve: `1,234 listeners`, `9 plays`, `300 views`. */
export function formatListeners(listeners: number, kind: Kind): string {
  return formatCount(listeners, UNITS[kind]).replace(" ", "\u00a0");
}

/** Returns the full episodes of the most frequent kind whose curves prove something: what is said of a show is of these. */
export function findMostFrequentKind<T extends Pick<Measures, "kind" | "type" | "doubt">>(
  episodes: readonly T[],
): readonly T[] {
  const proven = episodes.filter(({ doubt, type }) => doubt === undefined && type === undefined);
  const kinds = [...group(proven, ({ kind }) => kind).values()];
  return greatest(kinds, ({ length }) => length) ?? [];
}

/** Says what 100 % is. If that is not the same in all curves, says it for each kind, with the sources' names. */
export function explainHundredPercent(episodes: readonly Pick<Episode, "kind" | "source">[]): string[] {
  const kinds = [...group(episodes, ({ kind }) => kind)];
  if (kinds.length === 1) return kinds.map(([kind]) => `100\u00a0% is ${HUNDRED_PERCENT[kind]}.`);
  // Own curves may be of two kinds: those that say least come last, without a name that another kind has.
  const sorted = sort(kinds, ([kind]) => Number(kind === "unknown"));
  const named = new Set<string>();
  return sorted.map(
    ([kind, members]) => `${nameMembers(kind, members, named)}: 100\u00a0% is ${HUNDRED_PERCENT[kind]}.`,
  );
}

/** @param named the sources that are named already, to which it adds */
function nameMembers(kind: Kind, members: readonly Pick<Episode, "source">[], named: Set<string>): string {
  const names = [...new Set(members.flatMap(({ source }) => source ?? []))].filter((name) => !named.has(name));
  for (const name of names) named.add(name);
  if (names.length > 0) return capitalize(names.join(", "));
  return kind === "unknown" ? "Other curves" : "Curves above 100\u00a0%";
}
