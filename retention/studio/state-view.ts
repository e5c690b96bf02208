import { formatCount } from "../../lib/count.ts";
import { listCurves } from "../../lib/episode/curves.ts";
import { nameSource } from "../sources/curve/source-facts.ts";
import { listSaved, listShows } from "./dropped-feeds.ts";
import { viewFile } from "./file-view.ts";
import type { Imported } from "./imported.ts";
import { isSaved } from "./kept.ts";
import { wordFact } from "./refusal-words.ts";
import type { Shelf } from "./shelf.ts";
import { isSavedAlone, type State } from "./state.ts";
import type { Steps, View } from "./view.ts";

/** Says what there is. */
export function viewState(state: State): View {
  const { collection, mixed, isExample, imported, computed } = state;
  const { shelf, show, nameless } = collection;
  const shown = isExample ? [] : [...shelf];
  return {
    steps: countSteps(state),
    isExample,
    mixed: mixed ? listShows(mixed.shelf) : [],
    isSavedAlone: isSavedAlone(state),
    isSaved: isSaved(state),
    files: shown.map(([id, file]) => viewFile(id, file, imported)),
    nameless,
    episodes: show.choosable,
    notes: [...listNotes(imported), ...(computed?.unread ?? [])].join(" "),
    hasReport: imported.episodes.length > 0,
  };
}

function listNotes(imported: Imported): string[] {
  const { items, taken, episodes } = imported;
  const { names } = imported.collection.show;
  const linking = [...items.keys()].filter((guid) => names.get(guid)?.chaptersLink);
  const lacking = linking.filter((guid) => !names.get(guid)?.chapters).length;
  const links = `The feed links the chapters of ${formatCount(lacking, "episode")}: drop their files, too.`;
  const strangers = items.size - episodes.length;
  const left = `Left out, because they are not in the feed: ${formatCount(strangers, "episode")}.`;
  const [first, ...others] = taken.filter(({ kind }) => kind === "replaced");
  const more = others.length > 0 ? `, and ${formatCount(others.length, "other")}` : "";
  return [
    strangers > 0 ? left : [],
    first
      ? `Replaced: the saved curve of “${names.get(first.guid)?.title ?? first.guid}” (${nameSource(first.source)})${more}.`
      : [],
    lacking > 0 ? links : [],
    imported.listOfEpisodes().map((refusal) => wordFact(refusal, names)),
  ].flat();
}

/** The platforms that the page tells how to get, which are always listed. */
const KNOWN = ["spotify", "apple", "youtube"].map(nameSource);

/** Counts what is there, by platform. */
function countSteps({ collection, imported }: State): Steps {
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
