import { formatCount } from "../../../lib/count.ts";
import { composeIdentity } from "../../../lib/episode/owner.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { type Feed, listOtherPages } from "../../sources/feed/feed.ts";
import { type FeedItem, resolveLink } from "../../sources/feed/item-parser.ts";
import { formatBytes } from "../progress.ts";
import { downloadPage, MAX_BYTES, type Page } from "./download.ts";
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
const TOO_LARGE = `The limits are ${MAX_PAGES} pages and ${MAX_BYTES / 1e6} MB. Pass its address, too.`;
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
  const pages = new Pages(first, named);
  const unread = await readNext(pages, [named.host, url.host], onRead);
  const size = [formatBytes(pages.bytes), pages.count > 1 ? formatCount(pages.count, "page") : []].flat().join(" in ");
  console.error(`Fetched ${describeUrl(url)}: ${size}.`);
  const { addresses: own, guid, website } = feed.identity;
  // What answered is the feed's own address, unless it names another one. Its query may be the key of a private feed.
  const isKnown = own.length > 0 || url.search !== "";
  const identity = isKnown ? feed.identity : composeIdentity(url.href, guid, website);
  const { items, addresses } = pages;
  const { previous } = feed.links;
  if (previous !== undefined) unread.push({ address: resolveLink(previous, url.href), problem: EARLIER });
  return { ...feed, identity, items, mayReachOwn, addresses: [...addresses], unread };
}

/** Tells the addresses of a page in a file, and those of the pages around it. */
export function tellPages({ links }: Feed): Pick<LoadedFeed, "addresses" | "unread"> {
  const { self, first, previous } = links;
  const own = [self, previous === undefined ? first : undefined].filter((link) => link !== undefined);
  return {
    addresses: own.map((link) => resolveLink(link, self)),
    unread: listOtherPages(links).map((address) => ({ address, problem: OF_FILE })),
  };
}

/** The pages of a feed that were read. */
class Pages {
  readonly items: FeedItem[] = [];
  readonly addresses = new Set<string>();
  count = 0;
  bytes = 0;
  readonly #known = new Set<string>();
  #last: Page;

  constructor(first: Page, named: URL) {
    this.#last = first;
    this.add(first, named.href);
  }

  /** The address of the page that follows the last one, unless it was read. */
  get next(): string | undefined {
    const { feed, url } = this.#last;
    const next = feed.links.next && resolveLink(feed.links.next, url.href);
    return next && this.addresses.has(next) ? undefined : next;
  }

  get mayReachOwn(): boolean {
    return this.#last.mayReachOwn;
  }

  /** Adds a page. Returns whether it has items that none before has. */
  add(page: Page, address: string): boolean {
    this.#last = page;
    this.count++;
    this.bytes += page.bytes;
    this.addresses.add(address).add(page.url.href);
    const keys = page.feed.items.map(({ guid, title, enclosure }) => JSON.stringify([guid, title, enclosure]));
    const isNew = keys.map((key) => !this.#known.has(key));
    for (const [index, item] of page.feed.items.entries()) if (isNew[index]) this.items.push(item);
    for (const key of keys) this.#known.add(key);
    return isNew.includes(true);
  }
}

/** Reads the pages after the first. Returns the one at which it stops, if the feed goes on there. */
async function readNext(
  pages: Pages,
  hosts: readonly string[],
  onRead: (bytes: number) => void,
): Promise<UnreadPage[]> {
  for (let { next } = pages; next !== undefined; next = pages.next) {
    try {
      const url = parseHttpUrl(next);
      if (!hosts.includes(url.host)) return [{ address: next, problem: OTHER_HOST }];
      if (pages.count === MAX_PAGES || pages.bytes > MAX_BYTES) return [{ address: next, problem: TOO_LARGE }];
      if (!pages.add(await downloadPage(url, pages.mayReachOwn, onRead), next)) return [];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      process.exitCode = 1;
      return [{ address: next, problem: error.message }];
    }
  }
  return [];
}
