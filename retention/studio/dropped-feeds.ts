import { group } from "d3-array";
import { type EpisodeName, readName } from "../report/make/episode-name.ts";
import type { FeedItem } from "../sources/feed/item-parser.ts";
import { tryParsePubDate } from "../sources/feed/pub-date.ts";
import { composeSavedItem, type SavedFeed } from "../sources/import/saved-report.ts";
import type { EpisodeFileNames } from "../sources/transcripts/file-names.ts";
import type { DroppedFeed } from "./dropped.ts";
import type { Shelf } from "./shelf.ts";
import type { Choosable } from "./view.ts";

/** Lists the saved reports, the oldest first. */
export function listSaved(shelf: Shelf) {
  return [...shelf]
    .flatMap(([id, file]) => (file.content.kind === "saved" ? { id, file, ...file.content } : []))
    .sort((one, other) => (one.saved.savedAt < other.saved.savedAt ? -1 : 1));
}

/** Lists the titles of different shows: of no title and no GUID in common. */
export function listShows(shelf: Shelf): string[] {
  const feeds = [...shelf.values()].flatMap(({ content }) => {
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
export function mergeFeeds(shelf: Shelf): DroppedFeed[] {
  const dropped = [...shelf.values()].flatMap(({ content }) => (content.kind === "feed" ? content.feed : []));
  const seen = new Set(dropped.flatMap(({ items }) => items.map(({ guid }) => guid)));
  const older = listSaved(shelf)
    .toReversed()
    .flatMap(({ id, saved }) => saved.feeds.map((feed) => ({ ...feed, name: id })));
  const rest = older.flatMap((feed) => {
    const items = feed.items.filter(({ guid }) => !seen.has(guid));
    for (const { guid } of items) seen.add(guid);
    return items.length > 0 ? { ...feed, items } : [];
  });
  return [...dropped, ...rest];
}

/** What feeds say of their episodes, by GUID: of several with one GUID, the first. */
export type FeedEpisodes = ReadonlyMap<string, { readonly item: FeedItem; readonly feed: SavedFeed }>;

export function listEpisodes(feeds: readonly SavedFeed[]): FeedEpisodes {
  const episodes = new Map<string, { item: FeedItem; feed: SavedFeed }>();
  for (const feed of feeds)
    for (const item of feed.items)
      if (item.guid !== undefined && !episodes.has(item.guid)) episodes.set(item.guid, { item, feed });
  return episodes;
}

/** Gives episodes without chapters those of files that are named after them, or else those of saved reports. */
export function fillInChapters(episodes: FeedEpisodes, names: EpisodeFileNames, shelf: Shelf): FeedEpisodes {
  const older = listSaved(shelf).flatMap(({ saved }) => saved.feeds.flatMap(({ items }) => items));
  const earlier = new Map(older.map(({ guid, chapters }) => [guid, chapters]));
  const found = new Map(
    [...shelf.values()].flatMap(({ name, content }) =>
      content.kind === "chapters" ? [[names.find(name), content.chapters] as const] : [],
    ),
  );
  const add = (guid: string, item: FeedItem): FeedItem => {
    if (item.chapters.length > 0) return item;
    const kept = item.chaptersUrl === undefined ? undefined : earlier.get(guid);
    return { ...item, chapters: found.get(guid) ?? kept ?? [] };
  };
  return new Map([...episodes].map(([guid, { item, feed }]) => [guid, { item: add(guid, item), feed }]));
}

/** Names the episodes for a report. */
export function nameEpisodes(episodes: FeedEpisodes): Map<string, EpisodeName> {
  const name = ({ title, name }: SavedFeed) => title ?? name;
  return new Map([...episodes].map(([guid, { item, feed }]) => [guid, { ...readName(item, false), show: name(feed) }]));
}

/** Selects what a saved report keeps of feeds: the episodes of the report, each of the first feed that has it. */
export function selectSavedFeeds(episodes: FeedEpisodes, shown: ReadonlySet<string>, hasAudio: boolean): SavedFeed[] {
  const kept = [...episodes].flatMap(([guid, episode]) => (shown.has(guid) ? episode : []));
  return [...group(kept, ({ feed }) => feed)].map(([{ name, title = name }, own]) => {
    const items = own.map(({ item }) => composeSavedItem(hasAudio ? item : { ...item, enclosure: undefined }));
    return { name: "", title, items };
  });
}

/** Lists the episodes to choose from, under names that tell them apart. */
export function listChoosable(episodes: FeedEpisodes): Choosable[] {
  const names = new Set<string>();
  return [...episodes].map(([guid, { item }]) => {
    const date = tryParsePubDate(item.pubDate)?.date;
    const title = (item.title ?? guid).replaceAll(/\s+/g, " ");
    const plain = [date ?? [], title].flat().join(" ");
    const name = names.has(plain) ? `${plain} (${guid})` : plain;
    names.add(name);
    return { guid, name, title, ...(date !== undefined && { date }) };
  });
}
