import { type EpisodeName, readName } from "../report/make/episode-name.ts";
import type { FeedItem } from "../sources/feed/item-parser.ts";
import { tryParsePubDate } from "../sources/feed/pub-date.ts";
import { composeSavedItem, type SavedFeed } from "../sources/import/saved-report.ts";
import { EpisodeFileNames } from "../sources/transcripts/file-names.ts";
import type { DroppedFeed, ReadFile } from "./dropped.ts";
import type { Choosable } from "./view.ts";

/** Lists the saved reports, the oldest first. */
export function listSaved(files: Iterable<readonly [id: string, file: ReadFile]>) {
  return [...files]
    .flatMap(([id, file]) => (file.content.kind === "saved" ? { id, file, ...file.content } : []))
    .sort((one, other) => (one.saved.savedAt < other.saved.savedAt ? -1 : 1));
}

/** Lists the titles of different shows: of no title and no GUID in common. */
export function listShows(files: Iterable<readonly [id: string, file: ReadFile]>): string[] {
  const feeds = [...files].flatMap(([, { content }]) => {
    if (content.kind === "feed") return [content.feed];
    return content.kind === "saved" ? content.saved.feeds : [];
  });
  const shows: { readonly title: string; readonly guids: Set<string | undefined> }[] = [];
  for (const { name, title = name, items } of feeds) {
    const guids = items.map(({ guid }) => guid);
    const same = shows.find((show) => show.title === title || guids.some((guid) => show.guids.has(guid)));
    if (same) for (const guid of guids) same.guids.add(guid);
    else shows.push({ title, guids: new Set(guids) });
  }
  return shows.map(({ title }) => title);
}

/** Puts feeds that were dropped before those of saved reports, of which only the episodes count that no other has. */
export function mergeFeeds(files: Iterable<readonly [id: string, file: ReadFile]>): DroppedFeed[] {
  const all = [...files];
  const dropped = all.flatMap(([, { content }]) => (content.kind === "feed" ? content.feed : []));
  const seen = new Set(dropped.flatMap(({ items }) => items.map(({ guid }) => guid)));
  const older = listSaved(all)
    .toReversed()
    .flatMap(({ id, saved }) => saved.feeds.map((feed) => ({ ...feed, name: id })));
  const rest = older.flatMap((feed) => {
    const items = feed.items.filter(({ guid }) => !seen.has(guid));
    for (const { guid } of items) seen.add(guid);
    return items.length > 0 ? { ...feed, items } : [];
  });
  return fillInChapters([...dropped, ...rest], all, older.toReversed());
}

/** Lists the items of feeds that have a GUID: of several with one GUID, the first. */
export function listEpisodes(feeds: readonly SavedFeed[]): (FeedItem & { readonly guid: string })[] {
  const seen = new Set<string>();
  return feeds.flatMap(({ items }) =>
    items.flatMap(({ guid, ...item }) => {
      if (guid === undefined || seen.has(guid)) return [];
      seen.add(guid);
      return [{ ...item, guid }];
    }),
  );
}

/** Gives episodes without chapters those of files that are named after them, or else those of saved reports. */
function fillInChapters(
  feeds: readonly DroppedFeed[],
  files: readonly (readonly [id: string, file: ReadFile])[],
  older: readonly SavedFeed[],
): DroppedFeed[] {
  const earlier = new Map(older.flatMap(({ items }) => items.map(({ guid, chapters }) => [guid, chapters] as const)));
  const names = new EpisodeFileNames(nameEpisodes(feeds));
  const found = new Map(
    files.flatMap(([, { name, content }]) =>
      content.kind === "chapters" ? [[names.find(name), content.chapters] as const] : [],
    ),
  );
  const add = (item: FeedItem): FeedItem => {
    if (item.chapters.length > 0 || item.guid === undefined) return item;
    const kept = item.chaptersUrl === undefined ? undefined : earlier.get(item.guid);
    return { ...item, chapters: found.get(item.guid) ?? kept ?? [] };
  };
  return feeds.map((feed) => ({ ...feed, items: feed.items.map(add) }));
}

/** What feeds say of their episodes, by GUID. */
export function nameEpisodes(feeds: readonly SavedFeed[]): Map<string, EpisodeName> {
  const names = new Map<string, EpisodeName>();
  for (const { title, name, items } of feeds)
    for (const item of items)
      if (item.guid !== undefined && !names.has(item.guid))
        names.set(item.guid, { ...readName(item, false), show: title ?? name });
  return names;
}

/** Selects what a saved report keeps of feeds: the episodes of the report, each of the first feed that has it. */
export function selectSavedFeeds(
  feeds: readonly SavedFeed[],
  shown: ReadonlySet<string>,
  hasAudio: boolean,
): SavedFeed[] {
  const left = new Set(shown);
  return feeds.flatMap(({ name, title = name, items }) => {
    const own = items.filter(({ guid = "" }) => left.delete(guid)).map(composeSavedItem);
    const kept = hasAudio ? own : own.map((item) => ({ ...item, enclosure: undefined }));
    return kept.length > 0 ? { name: "", title, items: kept } : [];
  });
}

/** Lists the episodes to choose from, under names that tell them apart. */
export function listChoosable(feeds: readonly SavedFeed[]): Choosable[] {
  const names = new Set<string>();
  return listEpisodes(feeds).map(({ guid, title, pubDate }) => {
    const date = tryParsePubDate(pubDate)?.date;
    const text = (title ?? guid).replaceAll(/\s+/g, " ");
    const plain = [date ?? [], text].flat().join(" ");
    const name = names.has(plain) ? `${plain} (${guid})` : plain;
    names.add(name);
    return { guid, name, title: text, ...(date !== undefined && { date }) };
  });
}
