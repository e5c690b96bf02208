import { composeIdentity, type FeedIdentity } from "../../lib/episode/owner.ts";
import type { EpisodeName } from "../report/make/episode-name.ts";
import { Episodes } from "../sources/feed/feed-episodes.ts";
import { Titles } from "../sources/feed/title-words.ts";
import { MapDraft } from "../sources/import/map-draft.ts";
import type { SavedFeed } from "../sources/import/saved-report.ts";
import { Suggestions } from "../sources/import/suggestions.ts";
import { EpisodeFileNames } from "../sources/transcripts/file-names.ts";
import {
  type FeedEpisodes,
  fillInChapters,
  listChoosable,
  listEpisodes,
  mergeFeeds,
  nameEpisodes,
} from "./dropped-feeds.ts";
import type { Shelf } from "./shelf.ts";
import { Speech } from "./speech.ts";
import type { Choosable } from "./view.ts";

/** What files say of a show, whatever people choose: it stays the same until files come or go. */
export class Show {
  readonly feeds: readonly SavedFeed[];
  readonly inFeeds: FeedEpisodes;
  /** Names of the feeds' episodes, by GUID. */
  readonly names: ReadonlyMap<string, EpisodeName>;
  readonly choosable: readonly Choosable[];
  readonly speech: Speech;
  /** For an import; of no feed, there are none. */
  readonly episodes: Episodes | undefined;
  /** Those that a map would have, of the curves that don't name their episode. */
  readonly lines: MapDraft["lines"];
  readonly suggestions: Suggestions;

  constructor(shelf: Shelf) {
    const feeds = mergeFeeds(shelf);
    const [episodes, titles] = [new Episodes(), new Titles()];
    for (const { name, items, identity } of feeds) {
      episodes.addFeed(name, items, identity && tellShow(identity));
      for (const item of items) titles.add(item);
    }
    const draft = new MapDraft(episodes, titles, { add: () => {} });
    for (const [id, { content }] of shelf)
      if (content.kind === "documents") for (const document of content.documents) draft.add(id, document);
    const inFeeds = listEpisodes(feeds);
    const fileNames = new EpisodeFileNames(nameEpisodes(inFeeds));
    this.feeds = feeds;
    this.inFeeds = fillInChapters(inFeeds, fileNames, shelf);
    this.names = nameEpisodes(this.inFeeds);
    this.choosable = listChoosable(inFeeds);
    this.speech = new Speech(shelf, inFeeds, fileNames, this.names);
    this.episodes = episodes.size > 0 ? episodes : undefined;
    this.lines = draft.lines;
    this.suggestions = new Suggestions(feeds);
  }
}

/** Tells shows by their websites, too: somebody uses their feeds together, and it gives nobody a right. */
function tellShow({ addresses: [address], website = address, guid }: FeedIdentity): FeedIdentity {
  return { ...composeIdentity(website, guid), isAddressAlone: true };
}
