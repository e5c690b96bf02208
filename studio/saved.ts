import { isObject, type JsonObject, tryParseJson } from "../lib/json.ts";
import { InputError } from "../sources/base/refusals.ts";
import type { FeedChapter, FeedItem } from "../sources/feed/item-parser.ts";
import { Buffer } from "./browser/buffer.ts";
import { gunzipSync, gzipSync } from "./browser/gzip.ts";

/** A change that an older page could not read makes this a higher number. */
const VERSION = 1;

/** The most bytes that a saved report's data have, unpacked. */
const MAX_BYTES = 256 * 1_024 * 1_024;

/** Finds the data at the end of a saved report. */
const DATA = /<script type="text\/plain" id="kept">([A-Za-z0-9+/]*={0,2})<\/script>\s*<\/body>\s*<\/html>\s*$/;

const END = "</body>";

/** What a feed says of a show and its episodes. */
export interface KeptFeed {
  readonly name: string;
  readonly title: string | undefined;
  readonly items: readonly FeedItem[];
}

/** What a saved report keeps for the next one. */
export interface Kept {
  /** ISO 8601. */
  readonly savedAt: string;
  /** GUIDs by the keys of curves; empty for a curve that is left out. */
  readonly choices: readonly (readonly [key: string, guid: string])[];
  readonly feeds: readonly KeptFeed[];
  /** Lines of an export. */
  readonly lines: string;
}

/** Adds what is kept to the page of a report. */
export function addKept(page: string, { savedAt, choices, feeds, lines }: Kept): string {
  const head = JSON.stringify({ version: VERSION, savedAt, choices, feeds });
  const data = gzipSync(`${head}\n${lines}`, { level: 9 }).toString("base64");
  const end = page.lastIndexOf(END);
  return `${page.slice(0, end)}<script type="text/plain" id="kept">${data}</script>\n${page.slice(end)}`;
}

/** Reads what a saved report keeps. It may be anybody's, so that all of it is checked. @throws InputError */
export function parseKept(page: string): Kept {
  const [, data] = DATA.exec(page) ?? [];
  if (data === undefined) throw new InputError("It is a web page, and no report that this page has saved.");
  const text = unpack(data);
  const end = text.indexOf("\n");
  const head = tryParseJson(text.slice(0, end));
  if (!isObject(head)) throw damaged();
  if (head.version !== VERSION) throw new InputError("A later version of this page has saved it. Open it there.");
  return {
    savedAt: readText(head.savedAt) ?? "",
    choices: listObjects(head.choices, Array.isArray).flatMap((pair) => {
      const [key, guid] = pair as unknown[];
      return typeof key === "string" && typeof guid === "string" ? [[key, guid] as const] : [];
    }),
    feeds: listObjects(head.feeds, isObject).map((feed) => parseFeed(feed as JsonObject)),
    lines: text.slice(end + 1),
  };
}

function unpack(data: string): string {
  try {
    return gunzipSync(Buffer.from(data, "base64"), { maxOutputLength: MAX_BYTES }).toString();
  } catch {
    throw damaged();
  }
}

function damaged(): InputError {
  return new InputError("The data of this saved report are damaged. Copy it again.");
}

function parseFeed({ name, title, items }: JsonObject): KeptFeed {
  return {
    name: readText(name) ?? "",
    title: readText(title),
    items: listObjects(items, isObject).map((item) => parseItem(item as JsonObject)),
  };
}

function parseItem(item: JsonObject): FeedItem {
  const { duration, chapters } = item;
  return {
    guid: readText(item.guid),
    title: readText(item.title),
    duration: typeof duration === "number" && duration > 0 ? duration : undefined,
    pubDate: readText(item.pubDate),
    enclosure: readText(item.enclosure),
    chaptersUrl: undefined,
    chapters: listObjects(chapters, isObject).flatMap((chapter): FeedChapter[] => {
      const { start, title } = chapter as JsonObject;
      return typeof start === "string" && typeof title === "string" ? [{ start, title }] : [];
    }),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function listObjects(value: unknown, is: (entry: unknown) => boolean): unknown[] {
  return Array.isArray(value) ? value.filter(is) : [];
}
