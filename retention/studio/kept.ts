import { listCurves } from "../../lib/episode/curves.ts";
import { normalizeKey } from "../sources/import/guid-map.ts";
import type { SavedData } from "../sources/import/saved-report.ts";
import { COMPARED } from "../sources/item/attributes.ts";
import { exportItem } from "../sources/item/export-lines.ts";
import { isEqual } from "../sources/item/replacement.ts";
import { listKept } from "./choices.ts";
import { listSaved, selectSavedFeeds } from "./dropped-feeds.ts";
import type { State } from "./state.ts";

/** Composes what a saved report keeps: what it shows, and what people chose for that. As {@link StudioSession.keep} */
export function composeKept(state: State, hasAudio: boolean): SavedData {
  const { collection, imported, computed } = state;
  const { choices, show } = collection;
  const shown = listShown(state);
  const keys = listKnownKeys(state);
  const exported = imported.episodes.flatMap(({ item }) => exportItem(item, "curves"));
  return {
    savedAt: new Date().toISOString(),
    choices: listKept(choices).filter(([key, guid]) => keys.has(key) && (guid === "" || shown.has(guid))),
    durations: [...choices.durations].filter(([guid]) => shown.has(guid)),
    ...(computed?.kept ?? { quotes: [], cuts: [], spots: "", isHostRead: false }),
    feeds: selectSavedFeeds(show.inFeeds, shown, hasAudio),
    lines: exported.map((each) => ("line" in each ? each.line : "")).join(""),
  };
}

/** Whether what was saved last is what is there: nothing was added, taken away or chosen since. */
export function isSaved(state: State): boolean {
  const { saved } = state;
  if (!saved) return false;
  const contents = listContents(state);
  return saved.length === contents.length && saved.every((each, index) => isEqual(each, contents[index]));
}

/** Lists what people would lose. */
export function listContents(state: State): readonly unknown[] {
  const { shelf, choices, show } = state.collection;
  const { episodes } = state.imported;
  const feeds = selectSavedFeeds(show.inFeeds, listShown(state), true);
  const curves = episodes.flatMap(({ guid, item }) => {
    const values = listCurves(item).flatMap(({ source, attributes }) => [
      source,
      ...COMPARED.map((name) => attributes[name]),
    ]);
    return [guid, item.duration, item.shown, ...values];
  });
  const files = [...shelf.values()].filter(({ content: { kind } }) => ["saved", "transcript", "spots"].includes(kind));
  return [JSON.stringify([listKept(choices).sort(), [...choices.durations].sort(), feeds]), ...curves, ...files];
}

function listShown({ imported }: State): ReadonlySet<string> {
  return new Set(imported.episodes.map(({ guid }) => guid));
}

/** The keys of curves in the files, and of those in saved reports whose file nobody took away. They have names of files. */
function listKnownKeys({ collection: { shelf, show }, takenAway }: State): ReadonlySet<string> {
  const earlier = listSaved(shelf).flatMap(({ saved }) => saved.choices.map(([key]) => normalizeKey(key)));
  return new Set([...show.lines.map(({ key }) => normalizeKey(key)), ...earlier.filter((key) => !takenAway.has(key))]);
}
