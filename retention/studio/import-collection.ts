import { composeIdentity, type FeedIdentity } from "../../lib/episode/owner.ts";
import type { EpisodeName } from "../report/make/episode-name.ts";
import { Episodes } from "../sources/feed/feed-episodes.ts";
import { Endings } from "../sources/feed/guid-finders.ts";
import { normalizeKey } from "../sources/formats/guid-map.ts";
import type { SavedFeed } from "../sources/formats/saved-report.ts";
import { ChartImport } from "../sources/import/chart-import.ts";
import { type Choices, listNameless } from "./choices.ts";
import { listSaved, mergeFeeds, nameEpisodes } from "./dropped-feeds.ts";
import { type Counts, createCounts, createWriter, readShelf, StudioOutcome } from "./imported.ts";
import { MemoryTable } from "./memory-table.ts";
import type { Pace } from "./pace.ts";
import type { Shelf } from "./shelf.ts";

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
  readonly feeds: readonly SavedFeed[];
}

/** What came of no files. */
export function createNothing(): Imported {
  return { table: new MemoryTable(), outcome: new StudioOutcome(), counts: createCounts(), feeds: [] };
}

/** Imports all files, with what was chosen for them. */
export async function importCollection({ shelf, choices }: Collection, pace: Pace): Promise<Imported> {
  const feeds = mergeFeeds(shelf);
  const [endings, episodes] = [new Endings(), new Episodes()];
  for (const { name, items, identity } of feeds)
    for (const guid of episodes.addFeed(name, items, identity && tellShow(identity))) endings.add(guid);
  const nameless = listNameless(shelf, feeds, choices);
  const options = {
    durations: { feed: episodes.size > 0 ? episodes : undefined, typed: choices.durations },
    guids: { map: new Map(nameless.map(({ key, guid }) => [normalizeKey(key), guid ?? ""])), endings },
    missing: choices.zeros,
    minListeners: 1,
    describeLacking: async () => [],
  };
  const imported = { ...createNothing(), feeds };
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

/** Tells shows by their websites, too: somebody uses their feeds together, and it gives nobody a right. */
function tellShow({ addresses: [address], website = address, guid }: FeedIdentity): FeedIdentity {
  return { ...composeIdentity(website, guid), isAddressAlone: true };
}

/** Selects the episodes as `charts report --feed` does, or without a feed those of all curves. */
export function selectEpisodes({
  table,
  feeds,
}: Pick<Imported, "table" | "feeds">): { readonly guid: string; readonly name?: EpisodeName }[] {
  const names = nameEpisodes(feeds);
  const guids = feeds.length > 0 ? [...names.keys()] : table.guids;
  return guids.flatMap((guid) => {
    const name = names.get(guid);
    return table.find(guid) ? { guid, ...(name && { name }) } : [];
  });
}
