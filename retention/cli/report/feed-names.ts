import { basename } from "node:path";
import { tryParseUrl } from "../../../lib/url.ts";
import { say } from "../../../operate/shell/output.ts";
import { type EpisodeName, readName } from "../../report/make/episode-name.ts";
import { selectNamed } from "../../sources/feed/feed.ts";
import { Episodes } from "../../sources/feed/feed-episodes.ts";
import type { FeedItem } from "../../sources/feed/item-parser.ts";
import { describeUnreadDates } from "../../sources/feed/pub-date.ts";
import { OwnerCheck } from "../charts/owner-check.ts";
import { nameFeed, readFeeds } from "../feed/given-feeds.ts";
import { RefusalList } from "../refusal-list.ts";
import { sayForCommand } from "../ways-out.ts";

/** What feeds say of their episodes, by GUID. */
export type Names = Pick<ReadonlyMap<string, EpisodeName>, "get">;

/** What feeds say of their episodes. Of several feeds with a GUID, its owner's counts once that is settled, else the first. */
export class FeedNames implements Names {
  readonly #episodes: Episodes;
  readonly #feeds: Map<string, EpisodeName>[] = [];

  constructor(episodes: Episodes) {
    this.#episodes = episodes;
  }

  /** Adds the next feed of the episodes. Of several items with a GUID, the first counts. */
  addFeed(items: readonly FeedItem[], read: (item: FeedItem) => EpisodeName): void {
    const names = new Map<string, EpisodeName>();
    for (const item of items) if (item.guid !== undefined && !names.has(item.guid)) names.set(item.guid, read(item));
    this.#feeds.push(names);
  }

  get guids(): string[] {
    return [...new Set(this.#feeds.flatMap((names) => [...names.keys()]))];
  }

  get(guid: string): EpisodeName | undefined {
    return this.#feeds[this.#episodes.findFeed(guid) - 1]?.get(guid);
  }

  /** Forgets what the feeds say of an episode. */
  forget(guid: string): void {
    for (const names of this.#feeds) names.delete(guid);
  }

  /** Leaves the GUIDs of several episodes out, if they are selected, says so on standard error, and sets the exit code. */
  refuseShared(isSelected: (guid: string) => boolean): void {
    const list = new RefusalList();
    for (const [episode, refusal] of this.#episodes.listShared()) {
      if (!isSelected(episode)) continue;
      this.forget(episode);
      list.add({ episode, ...refusal });
    }
    list.report();
  }
}

/** The feeds of a report: what they say of their episodes, and whose the episodes may be that they select, or tell of. */
export interface ReportFeeds {
  readonly names: FeedNames;
  readonly owners: OwnerCheck;
}

export async function loadFeeds(paths: readonly string[]): Promise<ReportFeeds> {
  const episodes = new Episodes();
  const [names, owners] = [new FeedNames(episodes), new OwnerCheck(episodes)];
  if (paths.length === 0) return { names, owners };
  const dates: (string | undefined)[] = [];
  await readFeeds(paths, ({ title, language, items, identity, mayReachOwn }, file) => {
    for (const { pubDate } of items) dates.push(pubDate);
    const named = selectNamed(items);
    episodes.addFeed(nameFeed(file), named, identity);
    const show = title ?? (tryParseUrl(file)?.host || basename(file));
    names.addFeed(named, (item) => ({ ...readName(item, mayReachOwn, language), show }));
  });
  for (const hint of describeUnreadDates(dates)) say(sayForCommand(hint));
  return { names, owners };
}
