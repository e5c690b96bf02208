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
  const shown = table.guids.filter((guid) => feeds.length === 0 || inFeed.has(guid));
  const matched = shown.flatMap((guid) => listCurves(table.find(guid) ?? {}).map(({ source }) => nameSource(source)));
  const open = nameless.flatMap(({ source, guid }) => (guid === undefined ? source : []));
  const names = new Set([...KNOWN, ...matched, ...open]);
  const count = (all: readonly string[], name: string) => all.filter((each) => each === name).length;
  const platforms = [...names].map((name) => ({ name, matched: count(matched, name), open: count(open, name) }));
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
