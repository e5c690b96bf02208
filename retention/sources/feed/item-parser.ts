import sax from "sax";
import { decodeUtf8, encodeUtf8 } from "../../../lib/bytes.ts";
import { InputError } from "../base/refusals.ts";
import { tryParseDuration } from "./duration.ts";

/** A chapter of an episode, as Podlove Simple Chapters have it (https://podlove.org/simple-chapters/), or JSON chapters. */
export interface FeedChapter {
  /** Such as `0:01:30`. */
  readonly start: string;
  /** Where JSON chapters end it. */
  readonly end?: string;
  readonly title: string;
}

/** A link of an item to a file of chapters (https://github.com/Podcastindex-org/podcast-namespace, JSON chapters). */
export interface ChaptersLink {
  readonly url: URL;
  /** Whether it may lead to this machine or its network: only that of a feed from there may. */
  readonly mayReachOwn: boolean;
}

/** An episode in a feed. What its item does not have, or has twice, is undefined. */
export interface FeedItem {
  readonly guid: string | undefined;
  readonly title: string | undefined;
  /** Seconds. */
  readonly duration: number | undefined;
  /** As in the feed: an RFC 822 date. */
  readonly pubDate: string | undefined;
  /** The address of the first enclosure, which is the audio. */
  readonly enclosure: string | undefined;
  readonly chapters: readonly FeedChapter[];
  /** The address of a file of JSON chapters, if the item links one. */
  readonly chaptersUrl: string | undefined;
}

const CHANNEL = "rss/channel";
const ITEM = "rss/channel/item";
const CHAPTER = "rss/channel/item/psc:chapters/psc:chapter";
const CHAPTERS_LINK = "rss/channel/item/podcast:chapters";
const CHAPTERS_TYPE = "application/json+chapters";
const ATOM_LINK = "rss/channel/atom:link";
const ENCLOSURE = "rss/channel/item/enclosure";

/** The elements whose text is read. */
const TITLE = `${CHANNEL}/title`;
const GUID = `${CHANNEL}/podcast:guid`;
const LINK = `${CHANNEL}/link`;
const CHANNEL_TEXTS = [TITLE, GUID, LINK];
const ITEM_TEXTS = ["guid", "title", "itunes:duration", "pubDate"].map((name) => `${ITEM}/${name}`);

/** Maximum depth of elements, and length of a text that is read. Without them, one feed could fill the memory. */
const MAX_DEPTH = 100;
const MAX_TEXT = 65_536;

/** Characters of an identity. A longer text is none. */
const MAX_IDENTITY = 2_048;

/** Parses the items of a podcast's RSS feed as its text comes. Holds one item. */
export class ItemParser {
  readonly #parser = sax.parser(true);
  /** The paths of the elements that are open. */
  readonly #paths: string[] = [];
  #text: string | undefined;
  /** The texts of the channel, and of the item that is read, by path; undefined for a path that several have. */
  readonly #texts = new Map<string, string | undefined>();
  /** The address of the feed, as its link to itself has it. */
  #self: string | undefined;
  #chapters: FeedChapter[] = [];
  #enclosure: string | undefined;
  #chaptersUrl: string | undefined;
  #items: FeedItem[] = [];
  #isFeed = false;

  constructor() {
    const parser = this.#parser;
    // An attribute of this name would hide the method, which sax calls.
    parser.onopentagstart = ({ attributes }) =>
      Object.defineProperty(attributes, "hasOwnProperty", { value: Object.prototype.hasOwnProperty });
    parser.onopentag = ({ name, attributes }) => this.#open(name, attributes);
    parser.onclosetag = () => this.#close();
    parser.ontext = parser.oncdata = (text) => this.#addText(text);
    parser.onerror = ({ message }) => {
      const [reason] = message.split("\n");
      throw this.#refuse(`It is not valid XML (${reason}). Correct the feed, or download it again.`);
    };
  }

  /** The podcast's title, if the channel had one before what was parsed. */
  get title(): string | undefined {
    return this.#read(TITLE);
  }

  /** What the podcast's feed says of its identity before what was parsed: its `podcast:guid`, its own address, its website. */
  get identities(): string[] {
    const known = [this.#read(GUID), this.#self, this.#read(LINK)].filter((text) => text !== undefined);
    return [...new Set(known.filter((text) => text.length <= MAX_IDENTITY))];
  }

  /** Parses the next text, and returns the items that end in it. @throws InputError if it is not well-formed */
  parse(text: string): FeedItem[] {
    this.#parser.write(text);
    return this.#items.splice(0);
  }

  /** Ends the document. @throws InputError if it is cut off, or is not a feed */
  end(): void {
    this.#parser.close();
    if (!this.#isFeed) throw new InputError("It is not an RSS feed: it has no <channel>. Use the podcast's RSS feed.");
  }

  #open(name: string, attributes: Readonly<Record<string, unknown>>): void {
    const parent = this.#paths.at(-1);
    const path = parent === undefined ? name : `${parent}/${name}`;
    if (this.#paths.push(path) > MAX_DEPTH)
      throw this.#refuse(`Its elements are more than ${MAX_DEPTH} deep. Use the podcast's RSS feed.`);
    if (path === CHANNEL) this.#isFeed = true;
    if (path === CHAPTER) this.#chapters.push({ start: `${attributes.start}`, title: `${attributes.title ?? ""}` });
    if (path === ATOM_LINK && attributes.rel === "self")
      this.#self = copy(`${attributes.href ?? ""}`.trim()) || undefined;
    if (path === ENCLOSURE && typeof attributes.url === "string") this.#enclosure ??= copy(attributes.url.trim());
    if (path === CHAPTERS_LINK && attributes.type === CHAPTERS_TYPE && typeof attributes.url === "string")
      this.#chaptersUrl ??= copy(attributes.url.trim());
    this.#text = CHANNEL_TEXTS.includes(path) || ITEM_TEXTS.includes(path) ? "" : undefined;
  }

  #addText(text: string): void {
    if (this.#text === undefined) return;
    this.#text += text;
    if (this.#text.length <= MAX_TEXT) return;
    throw this.#refuse(`The text of ${this.#paths.at(-1)} has more than ${MAX_TEXT} characters. Shorten it.`);
  }

  #close(): void {
    const path = this.#paths.pop() ?? "";
    if (this.#text !== undefined) this.#texts.set(path, this.#texts.has(path) ? undefined : this.#text);
    if (path === ITEM) this.#endItem();
    this.#text = undefined;
  }

  #refuse(detail: string): InputError {
    return new InputError(detail, this.#parser.line + 1);
  }

  #endItem(): void {
    const [guid, title, duration, pubDate] = ITEM_TEXTS.map((path) => this.#read(path));
    const seconds = duration === undefined ? undefined : tryParseDuration(duration);
    const [enclosure, chapters, chaptersUrl] = [this.#enclosure, this.#chapters, this.#chaptersUrl];
    this.#items.push({ guid, title, duration: seconds, pubDate, enclosure, chapters, chaptersUrl });
    for (const path of ITEM_TEXTS) this.#texts.delete(path);
    this.#chapters = [];
    this.#enclosure = undefined;
    this.#chaptersUrl = undefined;
  }

  /** Reads the text of an element, without white space around it, unless there are several. */
  #read(path: string): string | undefined {
    return copy(this.#texts.get(path)?.trim() ?? "") || undefined;
  }
}

/** Copies a text, which as a part of a larger one would keep all of that in memory. */
function copy(text: string): string {
  return decodeUtf8(encodeUtf8(text));
}
