import { decodeXml } from "../base/decode.ts";
import { InputError } from "../base/refusals.ts";
import { type Feed, type FeedItem, type FeedLinks, ItemParser, resolveLink } from "./item-parser.ts";
import { unwrapFeed } from "./web-page.ts";

/**
 * Reads a feed to its end, also in the page in which a browser shows it.
 *
 * @throws InputError if it is not one
 */
export async function readFeed(chunks: AsyncIterable<Uint8Array>): Promise<Feed> {
  const parser = new ItemParser();
  for await (const text of unwrapFeed(decodeXml(chunks))) parser.write(text);
  return parser.end();
}

/** Lists the addresses of the pages before and after one of a feed (RFC 5005, section 3). */
export function listOtherPages({ self, previous, next }: FeedLinks): string[] {
  const links = [previous, next].filter((link) => link !== undefined);
  return links
    .map((link) => resolveLink(link, self))
    .filter((address) => address !== resolveLink(self ?? "", undefined));
}

/** @throws InputError if there are items, and none of them has a GUID */
export function selectNamed(items: readonly FeedItem[]): FeedItem[] {
  const named = items.filter(({ guid }) => guid !== undefined);
  if (items.length > 0 && named.length === 0)
    throw new InputError("feed-without-guids", `No episode in it has a <guid> (episodes: ${items.length}).`);
  return named;
}
