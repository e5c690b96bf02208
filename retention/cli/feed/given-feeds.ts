import { formatCount } from "../../../lib/count.ts";
import { noteIdentity } from "../../../lib/episode/noted-address.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { say } from "../../../operate/shell/output.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { readFeed, selectNamed } from "../../sources/feed/feed.ts";
import { Episodes } from "../../sources/feed/feed-episodes.ts";
import type { FeedItem } from "../../sources/feed/item-parser.ts";
import { listFiles, loadIdentity, loadTotalBytes, readListed } from "../listed-files.ts";
import { startProgress } from "../progress.ts";
import { RefusalList } from "../refusal-list.ts";
import { isUrl } from "./download.ts";
import { describeAddress } from "./follow.ts";
import { downloadFeed, type LoadedFeed, tellPages } from "./pages.ts";

/** What `--feed` takes, for the help of commands: `take the episodes of …`. */
export const FEED_HELP =
  "a podcast's RSS feed: a file, a URL, a folder of feeds, or - for standard input; can be repeated";

/** Collects the values of a repeated option. */
export function collectPaths(path: string, paths: readonly string[] = []): string[] {
  return [...paths, path];
}

/** @throws CommandError if the standard input would be both a file and a feed */
export function requireOneInput(files: readonly string[], feeds: readonly string[] | undefined): void {
  if (files.includes("-") && feeds?.includes("-"))
    throw new CommandError("The standard input can be FILE or --feed, but not both. Save one of them to a file.");
}

/** The pages of a feed that were read, and that were not. */
type ReadPages = Pick<LoadedFeed, "addresses" | "unread"> & { readonly file: string };

/** What could not be read of feeds. */
interface Unread {
  /** The number of feeds that can't be read. */
  readonly unread: number;
  /** Whether a feed has pages that were not read. */
  readonly isPartial: boolean;
}

/**
 * Reads feeds one after another: files, folders of files, URLs, or with `-` the standard input. Those that can't be read are
 * named on standard error, and set the exit code. So are pages of feeds that are not there.
 *
 * @throws CommandError if none can be read
 */
export async function readFeeds(
  paths: readonly string[],
  onFeed: (feed: LoadedFeed, file: string) => Promise<void> | void,
): Promise<Unread> {
  const files = await listFeeds(paths);
  const loaded: ReadPages[] = [];
  const progress = startProgress("bytes", files.some(isUrl) ? undefined : await loadTotalBytes(files));
  const refusals = new RefusalList();
  try {
    for (const file of files) {
      try {
        const feed = await loadFeed(file, progress.add);
        await onFeed(feed, file);
        const { addresses, unread } = feed;
        loaded.push({ file, addresses, unread });
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        refusals.add({ file: nameFeed(file), ...error.refusal });
      }
    }
  } finally {
    progress.stop();
  }
  const { size: unread } = refusals;
  if (unread === 1 && files.length === 1) throw new CommandError(refusals.formatLines()[0]);
  refusals.report();
  if (unread === files.length) throw new CommandError("None of the feeds can be read.");
  const missing = describeMissing(loaded);
  for (const line of missing) say(line);
  return { unread, isPartial: missing.length > 0 };
}

/** Says where feeds go on, unless those pages were read as other feeds. */
function describeMissing(feeds: readonly ReadPages[]): string[] {
  const read = new Set(feeds.flatMap(({ addresses }) => addresses));
  return feeds.flatMap(({ file, unread }) =>
    unread
      .filter(({ address }) => !read.has(address))
      .map(({ address, problem }) => {
        const place = `${describeAddress(address)}${address.includes("?") ? "?…" : ""}`;
        return `${nameFeed(file)}: The feed goes on at ${place}, which was not read. ${problem}`;
      }),
  );
}

/**
 * Loads the GUIDs and durations of feeds' episodes. A feed that can't be read to its end adds none. Items without a GUID are
 * counted on standard error.
 *
 * @param onFeed called for each feed that is read to its end, with its episodes, and the GUIDs that no feed before had
 * @throws CommandError if no feed can be read, or if they have no episode with a GUID
 */
export async function loadFeedEpisodes(
  paths: readonly string[],
  onFeed: (items: readonly FeedItem[], guids: readonly string[], title: string | undefined) => Promise<void> | void,
): Promise<Unread & { readonly episodes: Episodes }> {
  const episodes = new Episodes();
  let nameless = 0;
  const unread = await readFeeds(paths, async ({ title, items, identity }, file) => {
    const named = selectNamed(items);
    nameless += items.length - named.length;
    await onFeed(items, episodes.addFeed(nameFeed(file), named, identity), title);
  });
  if (episodes.size === 0)
    throw new CommandError(`${paths.map(nameFeed).join(", ")}: There is no <item> in it. Use a feed with episodes.`);
  if (nameless > 0) {
    const count = formatCount(nameless, "item");
    console.error(`Left out of the feeds, because they have no <guid>, or several: ${count}.`);
  }
  return { ...unread, episodes };
}

/** Lists the files of feeds, each once, whatever paths lead to it. */
async function listFeeds(paths: readonly string[]): Promise<string[]> {
  const byIdentity = new Map<string, string>();
  for (const file of await listFiles(paths)) {
    const identity = (await loadIdentity(file)) ?? file;
    if (!byIdentity.has(identity)) byIdentity.set(identity, file);
  }
  return [...byIdentity.values()];
}

/**
 * Loads a feed.
 *
 * @param file a path, a URL, or `-` for the standard input
 * @param onRead called with the number of bytes that each read returns
 * @throws InputError if the file can't be read, or is not a feed
 */
async function loadFeed(file: string, onRead: (bytes: number) => void): Promise<LoadedFeed> {
  const feed = isUrl(file) ? await downloadFeed(file, onRead) : tellPages(await readFeed(readListed(file, onRead)));
  return { ...feed, identity: noteIdentity(feed.identity) };
}

/** Returns what messages call a feed: the query of a URL may be the key of a private one. */
export function nameFeed(file: string): string {
  return isUrl(file) ? describeAddress(file) : file;
}
