import type { EpisodeName } from "../report/make/episode-name.ts";
import { normalizeKey } from "../sources/formats/guid-map.ts";
import { ChartImport } from "../sources/import/chart-import.ts";
import type { DrawnCurves } from "../sources/import/drawn-curves.ts";
import type { Choices } from "./choices.ts";
import { listSaved } from "./dropped-feeds.ts";
import { type Counts, createCounts, createWriter, readShelf, StudioOutcome } from "./imported.ts";
import { MemoryTable } from "./memory-table.ts";
import type { Pace } from "./pace.ts";
import type { Shelf } from "./shelf.ts";
import type { Show } from "./show.ts";
import type { Nameless } from "./view.ts";

/** Files, and what was chosen for them. */
export interface Collection {
  readonly shelf: Shelf;
  readonly choices: Choices;
}

/** What came of an import. */
export interface Imported {
  readonly table: MemoryTable;
  readonly outcome: StudioOutcome;
  /** Of the files but saved reports. */
  readonly counts: Counts;
}

/** What came of no files. */
export function createNothing(): Imported {
  return { table: new MemoryTable(), outcome: new StudioOutcome(), counts: createCounts() };
}

/**
 * Imports all files, with what was chosen for them.
 *
 * @param show of the files
 * @param nameless of the show and the choices
 * @param drawn of earlier imports: what is as it was is not drawn again
 */
export async function importCollection(
  { shelf, choices }: Collection,
  { episodes, endings }: Show,
  nameless: readonly Nameless[],
  drawn: DrawnCurves,
  pace: Pace,
): Promise<Imported> {
  const map = new Map(nameless.map(({ key, guid }) => [normalizeKey(key), guid ?? ""]));
  const options = {
    durations: { feed: episodes, typed: choices.durations },
    guids: { map, endings },
    missing: choices.zeros,
    drawn,
    minListeners: 1,
  };
  const imported = createNothing();
  const run = (ids: readonly string[], counts: Counts) => {
    const { table, outcome } = imported;
    const writer = createWriter(table, outcome, counts, pace);
    return new ChartImport(options, readShelf(shelf, pace), writer, outcome).run(ids, () => {});
  };
  pace.tell("Reading the curves");
  // Each saved report alone, because a later one replaces what an earlier one has.
  for (const { id } of listSaved(shelf)) await run([id], createCounts());
  const curves = [...shelf].filter(([, { content }]) => content.kind === "charts" || content.kind === "documents");
  await run(
    curves.map(([id]) => id),
    imported.counts,
  );
  return imported;
}

/** Selects the episodes as `charts report --feed` does, or without a feed those of all curves. */
export function selectEpisodes(
  { feeds, names }: Show,
  table: MemoryTable,
): { readonly guid: string; readonly name?: EpisodeName }[] {
  const guids = feeds.length > 0 ? [...names.keys()] : table.guids;
  return guids.flatMap((guid) => {
    const name = names.get(guid);
    return table.find(guid) ? { guid, ...(name && { name }) } : [];
  });
}
