import { listCurves } from "../../lib/episode/curves.ts";
import { nameSource } from "../sources/curve/source-facts.ts";
import { listSaved } from "./dropped-feeds.ts";
import type { Shelf } from "./shelf.ts";
import type { State } from "./state.ts";
import type { Steps } from "./view.ts";

/** The platforms that the page tells how to get, which are always listed. */
const KNOWN = ["spotify", "apple", "youtube"].map(nameSource);

/** Counts what is there, by platform. */
export function countSteps({ collection, imported }: State): Steps {
  const { shelf, show, nameless } = collection;
  const matched = imported.episodes.flatMap(({ item }) => listCurves(item).map(({ source }) => nameSource(source)));
  const open = nameless.flatMap(({ source, guid }) => (guid === undefined ? source : []));
  const names = new Set([...KNOWN, ...matched, ...open]);
  const count = (all: readonly string[], name: string) => all.filter((each) => each === name).length;
  const platforms = [...names].map((name) => ({ name, matched: count(matched, name), open: count(open, name) }));
  const [title, ...others] = new Set(show.feeds.map((feed) => feed.title));
  const feedOf = findFeedDay(shelf);
  return {
    episodes: show.names.size,
    platforms,
    ...(title !== undefined && others.length === 0 && { show: title }),
    ...(feedOf !== undefined && { feedOf }),
  };
}

function findFeedDay(shelf: Shelf): string | undefined {
  const kinds = new Set([...shelf.values()].map(({ content }) => content.kind));
  const isNewer = kinds.has("documents") || kinds.has("charts");
  return isNewer && !kinds.has("feed") ? listSaved(shelf).at(-1)?.saved.savedAt.slice(0, 10) : undefined;
}
