import { decodeUtf8 } from "../../../lib/bytes.ts";
import { InputError } from "../base/refusals.ts";
import { decodeEntities } from "./entities.ts";

/** Matches the beginning of a web page. Browsers put a comment before the pages that they save. */
const PAGE = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype html|html|head|body)[\s>]/is;
const HEAD = 1_024;

/** Matches the beginning of a page that Chrome saves as a single file. */
const ARCHIVE = /^(?:From: <Saved by|MIME-Version:)/i;

/** How Chrome shows a feed: as a tree, or as text. */
const TREE = '<div id="webkit-xml-viewer-source-xml">';
const TEXT = /<pre[^<>]*>(?=\s*&lt;(?:\?xml|!--|rss))/;

const ROOT_END = "</rss>";

/** No page that shows a feed has more characters. */
const MAX_PAGE = 64_000_000;

/** Checks from the beginning of a file whether it is a web page. */
export function isWebPage(head: Uint8Array): boolean {
  return isPage(decodeUtf8(head.subarray(0, HEAD)));
}

function isPage(start: string): boolean {
  return PAGE.test(start) || ARCHIVE.test(start);
}

/**
 * Finds the feed in a web page: Chrome shows feeds in a page of its own, and saves that.
 *
 * @returns its XML; undefined if there is none
 */
export function findFeedInPage(saved: string): string | undefined {
  const page = ARCHIVE.test(saved) ? decodeQuotedPrintable(saved) : saved;
  const tree = page.indexOf(TREE);
  // Behind the feed, Chrome has it once more, with each tag as text.
  if (tree !== -1) return page.slice(tree + TREE.length, page.lastIndexOf(ROOT_END) + ROOT_END.length);
  const text = TEXT.exec(page);
  if (!text) return undefined;
  return decodeEntities(page.slice(text.index + text[0].length, page.lastIndexOf("</pre>")));
}

/** RFC 2045, section 6.7. */
function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return decodeUtf8(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}

/**
 * Passes the text of a feed on as it comes, or the one that a web page shows.
 *
 * @throws InputError if it is a web page that shows none
 */
export async function* unwrapFeed(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let page: string | undefined;
  let isFirst = true;
  for await (const text of texts) {
    if (isFirst && isPage(text.slice(0, HEAD))) page = "";
    isFirst = false;
    if (page === undefined) yield text;
    else if (page.length > MAX_PAGE) throw refusePage();
    else page += text;
  }
  if (page === undefined) return;
  const feed = findFeedInPage(page);
  if (feed === undefined) throw refusePage();
  yield feed;
}

function refusePage(): InputError {
  return new InputError("page-without-feed", "It is a web page, and shows no feed.");
}
