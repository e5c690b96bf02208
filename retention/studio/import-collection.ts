import type { EpisodeName } from "../report/make/episode-name.ts";
import { ChartImport } from "../sources/import/chart-import.ts";
import type { Draw } from "../sources/import/draw-curve.ts";
import { normalizeKey } from "../sources/import/guid-map.ts";
import type { Choices } from "./choices.ts";
import type { ReadFile } from "./dropped.ts";
import { listSaved } from "./dropped-feeds.ts";
import type { Show } from "./dropped-show.ts";
import { createWriter, replayFiles, StudioOutcome, type TakenCurve } from "./imported.ts";
import { MemoryTable } from "./memory-table.ts";
import type { Pace } from "./pace.ts";
import type { Shelf } from "./shelf.ts";
import type { Nameless } from "./view.ts";

/** Files, and what was chosen for them. */
export interface Collection {
  readonly shelf: Shelf;
  readonly choices: Choices;
}

/** What came of an import. */
export interface ImportResult {
  readonly table: MemoryTable;
  readonly outcome: StudioOutcome;
  /** Of the files but saved reports. */
  readonly taken: TakenCurve[];
}

/** What came of no files. */
export function createNothing(): ImportResult {
  return { table: new MemoryTable(), outcome: new StudioOutcome(), taken: [] };
}

/**
 * Imports all files, with what was chosen for them.
 *
 * @param show of the files
 * @param nameless of the show and the choices
 * @param draw what keeps its drawings from one import to the next
 */
export async function importCollection(
  { shelf, choices }: Collection,
  { episodes, endings }: Show,
  nameless: readonly Nameless[],
  draw: Draw,
  pace: Pace,
): Promise<ImportResult> {
  const map = new Map(nameless.map(({ key, guid }) => [normalizeKey(key), guid ?? ""]));
  const options = {
    durations: { feed: episodes, typed: choices.durations },
    guids: { map, endings },
    missing: choices.zeros,
    draw,
    minListeners: 1,
  };
  const imported = createNothing();
  const run = (files: Iterable<readonly [id: string, file: ReadFile]>, taken: TakenCurve[]) => {
    const { table, outcome } = imported;
    const writer = createWriter(table, outcome, taken, pace);
    return new ChartImport(options, writer, outcome).run(replayFiles(files, pace));
  };
  pace.tell("Reading the curves");
  // Each saved report alone, because a later one replaces what an earlier one has.
  for (const { id, file } of listSaved(shelf)) await run([[id, file]], []);
  const others = [...shelf].filter(([, { content }]) => content.kind !== "saved");
  await run(others, imported.taken);
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
