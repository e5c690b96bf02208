import sax from "sax";
import { tryParseDuration } from "./duration.ts";
import { FeedError } from "./feed-error.ts";

/** A chapter of an episode, as Podlove Simple Chapters have it (https://podlove.org/simple-chapters/). */
export interface FeedChapter {
  /** Such as `0:01:30`. */
  readonly start: string;
  readonly title: string;
}

/** An episode in a feed. What its item does not have, or has twice, is undefined. */
export interface FeedItem {
  readonly guid: string | undefined;
  readonly title: string | undefined;
  /** Seconds. */
  readonly duration: number | undefined;
  /** As in the feed: an RFC 822 date. */
  readonly pubDate: string | undefined;
  readonly chapters: readonly FeedChapter[];
}

const CHANNEL = "rss/channel";
const ITEM = "rss/channel/item";
const CHAPTER = "rss/channel/item/psc:chapters/psc:chapter";

/** The elements whose text is read. */
const TITLE = `${CHANNEL}/title`;
const ITEM_TEXTS = ["guid", "title", "itunes:duration", "pubDate"].map((name) => `${ITEM}/${name}`);

/** Parses the items of a podcast's RSS feed as its text comes. Holds one item. */
export class ItemParser {
  readonly #parser = sax.parser(true);
  #path = "";
  #text: string | undefined;
  /** The texts of the channel, and of the item that is read, by path. */
  readonly #texts = new Map<string, string[]>();
  #chapters: FeedChapter[] = [];
  #items: FeedItem[] = [];
  #isFeed = false;

  constructor() {
    const parser = this.#parser;
    parser.onopentag = ({ name, attributes }) => this.#open(name, attributes);
    parser.onclosetag = () => this.#close();
    parser.ontext = parser.oncdata = (text) => {
      if (this.#text !== undefined) this.#text += text;
    };
    parser.onerror = ({ message }) => {
      const [reason] = message.split("\n");
      throw new FeedError(`It is not valid XML (${reason}). Correct the feed, or download it again.`, parser.line + 1);
    };
  }

  /** The podcast's title, if the channel had one before what was parsed. */
  get title(): string | undefined {
    return this.#read(TITLE);
  }

  /** Parses the next text, and returns the items that end in it. @throws FeedError if it is not well-formed */
  parse(text: string): FeedItem[] {
    this.#parser.write(text);
    return this.#items.splice(0);
  }

  /** Ends the document. @throws FeedError if it is cut off, or is not a feed */
  end(): void {
    this.#parser.close();
    if (!this.#isFeed) throw new FeedError("It is not an RSS feed: it has no <channel>. Use the podcast's RSS feed.");
  }

  #open(name: string, attributes: Readonly<Record<string, unknown>>): void {
    this.#path = this.#path === "" ? name : `${this.#path}/${name}`;
    if (this.#path === CHANNEL) this.#isFeed = true;
    if (this.#path === CHAPTER)
      this.#chapters.push({ start: `${attributes.start}`, title: `${attributes.title ?? ""}` });
    this.#text = this.#path === TITLE || ITEM_TEXTS.includes(this.#path) ? "" : undefined;
  }

  #close(): void {
    if (this.#text !== undefined) this.#texts.set(this.#path, [...(this.#texts.get(this.#path) ?? []), this.#text]);
    if (this.#path === ITEM) this.#endItem();
    this.#path = this.#path.slice(0, Math.max(0, this.#path.lastIndexOf("/")));
    this.#text = undefined;
  }

  #endItem(): void {
    const [guid, title, duration, pubDate] = ITEM_TEXTS.map((path) => this.#read(path));
    const seconds = duration === undefined ? undefined : tryParseDuration(duration);
    this.#items.push({ guid, title, duration: seconds, pubDate, chapters: this.#chapters });
    for (const path of ITEM_TEXTS) this.#texts.delete(path);
    this.#chapters = [];
  }

  /** Reads the text of an element, without white space around it, unless there are several. */
  #read(path: string): string | undefined {
    const [text, ...others] = this.#texts.get(path) ?? [];
    return (others.length === 0 && copy(text?.trim() ?? "")) || undefined;
  }
}

/** Copies a text, which as a part of a larger one would keep all of that in memory. */
function copy(text: string): string {
  return Buffer.from(text).toString();
}
