import { sum } from "d3-array";
import { composeIdentity } from "../../../lib/episode/owner.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { listOtherPages } from "../../sources/feed/feed.ts";
import { type Feed, type FeedItem, resolveLink } from "../../sources/feed/item-parser.ts";
import { formatBytes } from "../progress.ts";
import { sayForCommand } from "../ways-out.ts";
import { downloadPage, MAX_FEED_BYTES, type Page } from "./download.ts";
import { describeUrl, parseHttpUrl } from "./follow.ts";

/** A feed, and what its links may reach. */
export interface LoadedFeed extends Feed {
  /** Whether they may lead to this machine or its network. A file is a stranger's: nobody knows where it is from. */
  readonly mayReachOwn: boolean;
  /** Those of its pages that were read, as far as they are known. */
  readonly addresses: readonly string[];
  readonly unread: readonly UnreadPage[];
}

/** A page of a feed that was not read with it. */
interface UnreadPage {
  readonly address: string;
  /** Why, and what to do. */
  readonly problem: string;
}

const MAX_PAGES = 1_000;

const OTHER_HOST = "It is on another host. Pass its address, too.";
const TOO_LARGE = `The limits are ${MAX_PAGES} pages and ${MAX_FEED_BYTES / 1e6} MB. Pass its address, too.`;
const EARLIER = "It comes before the page that you named. Pass the address of the first page.";
const OF_FILE = "A file is one page. Pass the feed's address, or the files of all its pages.";

/**
 * Downloads a feed, also in pages (RFC 5005, section 3): follows links to the next page on the same host, until a page has none, or
 * no new items. The feed may be on this machine or its network, because whoever runs the command has named it.
 *
 * @param onRead called with the number of bytes that each read returns
 * @throws InputError if its first page can't be read: see {@link downloadPage}
 */
export async function downloadFeed(address: string, onRead: (bytes: number) => void): Promise<LoadedFeed> {
  const named = parseHttpUrl(address);
  const first = await downloadPage(named, true, onRead);
  const { feed, url, mayReachOwn } = first;
  const [pages, addresses] = [[first], new Set([named.href, url.href])];
  const unread = await readNext(pages, addresses, onRead);
  const count = pages.length > 1 ? ` in ${pages.length} pages` : "";
  console.error(`Fetched ${describeUrl(url)}: ${formatBytes(sum(pages, ({ bytes }) => bytes))}${count}.`);
  const { addresses: own, guid, website } = feed.identity;
  // What answered is the feed's own address, unless it names another one.
  const identity = own.length > 0 ? feed.identity : composeIdentity(url.href, guid, website);
  const { previous } = feed.links;
  if (previous !== undefined) unread.push({ address: resolveLink(previous, url.href), problem: EARLIER });
  const items = pages.flatMap((page) => page.feed.items);
  return { ...feed, identity, items, mayReachOwn, addresses: [...addresses], unread };
}

/**
 * Reads the pages after the first, and adds them, without the items that a page before has.
 *
 * @param addresses those of pages that were read
 * @returns the page at which it stops, if the feed goes on there
 */
async function readNext(pages: Page[], addresses: Set<string>, onRead: (bytes: number) => void): Promise<UnreadPage[]> {
  const hosts = [...addresses].map((address) => new URL(address).host);
  const known = new Set(pages.flatMap(({ feed }) => feed.items.map(nameItem)));
  for (let last = pages[0]; last?.feed.links.next !== undefined; last = pages.at(-1)) {
    const address = resolveLink(last.feed.links.next, last.url.href);
    if (addresses.has(address)) break;
    try {
      const url = parseHttpUrl(address);
      const problem = hosts.includes(url.host) ? findExcess(pages) : OTHER_HOST;
      if (problem !== undefined) return [{ address, problem }];
      const page = await downloadPage(url, last.mayReachOwn, onRead);
      addresses.add(address).add(page.url.href);
      const items = page.feed.items.filter((item) => !known.has(nameItem(item)));
      pages.push({ ...page, feed: { ...page.feed, items } });
      if (items.length === 0) break;
      items.map(nameItem).forEach((name) => {
        known.add(name);
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      process.exitCode = 1;
      return [{ address, problem: sayForCommand(error.refusal) }];
    }
  }
  return [];
}

function findExcess(pages: readonly Page[]): string | undefined {
  return pages.length === MAX_PAGES || sum(pages, ({ bytes }) => bytes) > MAX_FEED_BYTES ? TOO_LARGE : undefined;
}

function nameItem({ guid, title, enclosure }: FeedItem): string {
  return JSON.stringify([guid, title, enclosure]);
}

/** Tells the addresses of a page in a file, and those of the pages around it. */
export function tellPages(feed: Feed): LoadedFeed {
  const { self, first, previous } = feed.links;
  const own = [self, previous === undefined ? first : undefined].filter((link) => link !== undefined);
  return {
    ...feed,
    mayReachOwn: false,
    addresses: own.map((link) => resolveLink(link, self)),
    unread: listOtherPages(feed.links).map((address) => ({ address, problem: OF_FILE })),
  };
}
