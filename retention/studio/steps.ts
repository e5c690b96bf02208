import { listCurves } from "../../lib/episode/curves.ts";
import { nameSource } from "../sources/curve/source-facts.ts";
import type { SavedFeed } from "../sources/import/saved-report.ts";
import { listSaved } from "./dropped-feeds.ts";
import type { MemoryTable } from "./memory-table.ts";
import type { Shelf } from "./shelf.ts";
import type { Steps } from "./view.ts";

/** The platforms that the page tells how to get, which are always listed. */
const KNOWN = ["spotify", "apple", "youtube"].map(nameSource);

/** Counts what is there, by platform. */
export function countSteps(
  shelf: Shelf,
  table: MemoryTable,
  feeds: readonly SavedFeed[],
  nameless: readonly { readonly source: string; readonly guid?: string }[],
): Steps {
  const inFeed = new Set(feeds.flatMap(({ items }) => items.map(({ guid }) => guid)));
  const matched = new Map<string, number>();
  for (const guid of table.guids)
    if (feeds.length === 0 || inFeed.has(guid))
      for (const { source } of listCurves(table.find(guid) ?? {})) count(matched, nameSource(source));
  const open = new Map<string, number>();
  for (const { source, guid } of nameless) if (guid === undefined) count(open, source);
  const names = new Set([...KNOWN, ...matched.keys(), ...open.keys()]);
  const platforms = [...names].map((name) => ({ name, matched: matched.get(name) ?? 0, open: open.get(name) ?? 0 }));
  const [show, ...others] = new Set(feeds.map(({ title }) => title));
  const feedOf = findFeedDay(shelf);
  return {
    episodes: inFeed.size,
    platforms,
    ...(show !== undefined && others.length === 0 && { show }),
    ...(feedOf !== undefined && { feedOf }),
  };
}

function findFeedDay(shelf: Shelf): string | undefined {
  const kinds = new Set([...shelf.values()].map(({ content }) => content.kind));
  const isNewer = kinds.has("documents") || kinds.has("charts");
  return isNewer && !kinds.has("feed") ? listSaved(shelf).at(-1)?.saved.savedAt.slice(0, 10) : undefined;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
