import sax from "sax";
import { decodeUtf8, encodeUtf8 } from "../../../lib/bytes.ts";
import { composeIdentity, type FeedIdentity } from "../../../lib/episode/owner.ts";
import { tryParseUrl } from "../../../lib/url.ts";
import { InputError } from "../base/refusals.ts";
import { tryParseDuration } from "./duration.ts";
import { decodeEntities } from "./entities.ts";
import { Namespaces } from "./namespaces.ts";

declare module "sax" {
  /** Of all parsers. The package's types lack it. */
  export let MAX_BUFFER_LENGTH: number;
}

/** A chapter of an episode, as Podlove Simple Chapters have it (https://podlove.org/simple-chapters/), or JSON chapters. */
export interface FeedChapter {
  /** Such as `0:01:30`. */
  readonly start: string;
  /** Where JSON chapters end it. */
  readonly end?: string;
  readonly title: string;
}

/** Finds the type that a text names. Some programs write it with a capital. */
export function findType(text: unknown): EpisodeType | undefined {
  const type = `${text}`.toLowerCase();
  return type === "trailer" || type === "bonus" ? type : undefined;
}

/** A link of an item to a file, of chapters or of a transcript. */
export interface FileLink {
  readonly url: URL;
  /** Whether it may lead to this machine or its network: only that of a feed from there may. */
  readonly mayReachOwn: boolean;
}

/** A `podcast:transcript` of an item (https://github.com/Podcastindex-org/podcast-namespace). */
export interface FeedTranscript {
  readonly url: string;
  /** As in the feed, such as `text/vtt`; empty if the link has none. */
  readonly type: string;
  /** As in the feed, such as `en-GB`; empty if the link has none: then it is that of the feed. */
  readonly language: string;
}

/** What an episode is, if it is no full one (https://help.apple.com/itc/podcasts_connect/#/itcb54353390). */
export type EpisodeType = "trailer" | "bonus";

/** An episode in a feed. What its item does not have, or has with two values, is undefined. */
export interface FeedItem {
  readonly guid: string | undefined;
  readonly title: string | undefined;
  /** Seconds. */
  readonly duration: number | undefined;
  /** What the item has in place of a duration, such as `45 min`. */
  readonly badDuration?: string | undefined;
  /** As in the feed: see `tryParsePubDate`. */
  readonly pubDate: string | undefined;
  /** Undefined for full episodes. */
  readonly type?: EpisodeType;
  /** The address of the first enclosure, which is the audio. */
  readonly enclosure: string | undefined;
  readonly chapters: readonly FeedChapter[];
  /** The address of a file of chapters, if the item links one. */
  readonly chaptersUrl: string | undefined;
  /** In the order of the feed, if there are any. */
  readonly transcripts?: readonly FeedTranscript[];
}

/** A podcast's RSS feed. */
export interface Feed {
  readonly title: string | undefined;
  /** What tells the podcast from others. A later page has the address of the first. */
  readonly identity: FeedIdentity;
  /** As in the feed, such as `en-us`. */
  readonly language: string | undefined;
  readonly links: FeedLinks;
  readonly items: readonly FeedItem[];
}

/** The links of a feed to itself and to its other pages (RFC 5005, section 3), and other names of these, also of archives (section 4). */
const RELATIONS = ["self", "first", "previous", "next"] as const;
const ALIASES: Readonly<Record<string, string>> = {
  prev: "previous",
  current: "first",
  "next-archive": "previous",
  "prev-archive": "next",
};
export type FeedLinks = { readonly [Name in (typeof RELATIONS)[number]]?: string | undefined };

/** The types of links to a feed. Pages for people may have pages, too. */
const FEED_TYPE = /^(?!.*html)(?:.*(?:xml|rss|atom).*)?$/i;

const CHANNEL = "rss/channel";
const ITEM = "rss/channel/item";
/** What some programs write: it is read as an item of the channel. */
const ITEM_OUTSIDE = "rss/item";
const CHAPTER = "rss/channel/item/psc:chapters/psc:chapter";
const CHAPTERS_LINK = "rss/channel/item/podcast:chapters";
const TRANSCRIPT = "rss/channel/item/podcast:transcript";
const CHAPTERS_TYPE = "application/json+chapters";
const ATOM_LINK = "rss/channel/atom:link";
const ENCLOSURE = "rss/channel/item/enclosure";

/** The elements whose attributes are read. */
const ATTRIBUTED = new Set([CHAPTER, CHAPTERS_LINK, TRANSCRIPT, ATOM_LINK, ENCLOSURE]);

/** The elements whose text is read. */
const TITLE = `${CHANNEL}/title`;
const GUID = `${CHANNEL}/podcast:guid`;
const LINK = `${CHANNEL}/link`;
const LANGUAGE = `${CHANNEL}/language`;
const ITEM_TITLE = `${ITEM}/title`;
const ITEM_TEXTS = ["guid", "title", "itunes:duration", "pubDate", "itunes:episodeType"].map(
  (name) => `${ITEM}/${name}`,
);
const TEXTS = new Set([TITLE, GUID, LINK, LANGUAGE, ...ITEM_TEXTS]);

/** Maximum depth of elements, and length of a text that is read. Without them, one feed could fill the memory. */
const MAX_DEPTH = 100;
const MAX_TEXT = 65_536;

/** Maximum length of a comment and of an attribute, such as a picture in a data URI. They take 40 times as many bytes of memory. */
const MAX_MARKUP = 4_000_000;
sax.MAX_BUFFER_LENGTH = MAX_MARKUP;
const TOO_LONG = /^Max buffer length exceeded: (?:comment|(attrib))?/;

/** Transcripts of an item. Few have more than three languages in three formats. */
const MAX_TRANSCRIPTS = 20;

/** Characters of an address. A longer text is none. */
const MAX_ADDRESS = 2_048;

/** What may be wrong with a line. */
type Fault = "invalid-xml" | "not-a-feed" | "too-long-text";

/** Parses a podcast's RSS feed as its text comes. */
export class ItemParser {
  readonly #parser = sax.parser(true);
  readonly #namespaces = new Namespaces();
  /** The paths of the elements that are open. */
  readonly #paths: string[] = [];
  #text: string | undefined;
  /** The texts of the channel, and of the item that is read, by path; undefined for a path that has two. */
  readonly #texts = new Map<string, string | undefined>();
  #links: FeedLinks = {};
  #chapters: FeedChapter[] = [];
  #enclosure: string | undefined;
  #chaptersLink: TypedLink | undefined;
  #transcripts: FeedTranscript[] = [];
  readonly #items: FeedItem[] = [];
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
      throw this.#refuse(...explainFault(message));
    };
  }

  /** Parses the next text. @throws InputError if it is not well-formed */
  write(text: string): void {
    this.#parser.write(text);
  }

  /** Ends the document. @throws InputError if it is cut off, or is not a feed */
  end(): Feed {
    this.#parser.close();
    if (!this.#isFeed) throw new InputError("not-a-feed", "It is not an RSS feed: it has no <channel>.");
    const [title, language] = [this.#readTitle(TITLE), this.#read(LANGUAGE)];
    return { title, identity: this.#identify(), language, links: this.#links, items: this.#items };
  }

  #identify(): FeedIdentity {
    const { self, first, previous } = this.#links;
    const own = previous === undefined || first === undefined ? self : resolveLink(first, self);
    const [address, website] = [own, this.#read(LINK)].map((text) =>
      (text?.length ?? 0) > MAX_ADDRESS ? undefined : text,
    );
    return composeIdentity(address, this.#read(GUID), website);
  }

  #open(tagName: string, attributes: Readonly<Record<string, unknown>>): void {
    const parent = this.#paths.at(-1);
    const name = this.#namespaces.open(tagName, attributes);
    const given = parent === undefined ? name : `${parent}/${name}`;
    const path = given === ITEM_OUTSIDE ? ITEM : given;
    if (this.#paths.push(path) > MAX_DEPTH)
      throw this.#refuse("not-a-feed", `Its elements are more than ${MAX_DEPTH} deep.`);
    if (path === CHANNEL) this.#isFeed = true;
    if (ATTRIBUTED.has(path)) this.#readAttributes(path, attributes);
    this.#text = TEXTS.has(path) ? "" : undefined;
  }

  #readAttributes(path: string, attributes: Readonly<Record<string, unknown>>): void {
    const { start, title, rel, href, url } = attributes;
    const [type, language] = [`${attributes.type ?? ""}`, `${attributes.language ?? ""}`];
    if (path === CHAPTER) this.#chapters.push({ start: `${start}`, title: decodeTitle(`${title ?? ""}`) });
    if (path === ATOM_LINK) this.#addLink(`${rel}`, type, copy(`${href ?? ""}`.trim()) || undefined);
    if (typeof url !== "string") return;
    if (path === ENCLOSURE) this.#enclosure ??= copy(url.trim());
    if (path === CHAPTERS_LINK) this.#chaptersLink = chooseLink(this.#chaptersLink, { url, type });
    if (path === TRANSCRIPT && this.#transcripts.length < MAX_TRANSCRIPTS)
      this.#transcripts.push({ url: copy(url.trim()), type: copy(type), language: copy(language.trim()) });
  }

  /** @param rel a name, also as the URI that IANA has for it */
  #addLink(rel: string, type: string, href: string | undefined): void {
    const name = rel.trim().toLowerCase().replace(/^.*\//, "");
    const relation = RELATIONS.find((each) => each === (ALIASES[name] ?? name));
    if (relation === "self" || (relation && FEED_TYPE.test(type))) this.#links = { ...this.#links, [relation]: href };
  }

  #addText(text: string): void {
    if (this.#text === undefined) return;
    this.#text += text;
    if (this.#text.length <= MAX_TEXT) return;
    throw this.#refuse("too-long-text", `The text of ${this.#paths.at(-1)} has more than ${MAX_TEXT} characters.`);
  }

  #close(): void {
    const path = this.#paths.pop() ?? "";
    this.#namespaces.close();
    if (this.#text !== undefined) this.#addValue(path, this.#text.trim());
    if (path === ITEM) this.#endItem();
    this.#text = undefined;
  }

  #addValue(path: string, text: string): void {
    const isOther = this.#texts.has(path) && this.#texts.get(path) !== text;
    this.#texts.set(path, isOther ? undefined : text);
  }

  #refuse(code: Fault, problem: string): InputError {
    return new InputError(code, problem, { line: this.#parser.line + 1 });
  }

  #endItem(): void {
    const [guid, , duration, pubDate, episodeType] = ITEM_TEXTS.map((path) => this.#read(path));
    const type = findType(episodeType);
    const seconds = duration === undefined ? undefined : tryParseDuration(duration);
    this.#items.push({
      guid,
      title: this.#readTitle(ITEM_TITLE),
      duration: seconds,
      badDuration: seconds === undefined ? duration : undefined,
      pubDate,
      ...(type && { type }),
      enclosure: this.#enclosure,
      chapters: this.#chapters,
      chaptersUrl: this.#chaptersLink && copy(this.#chaptersLink.url.trim()),
      ...(this.#transcripts.length > 0 && { transcripts: this.#transcripts }),
    });
    for (const path of ITEM_TEXTS) this.#texts.delete(path);
    this.#chapters = [];
    this.#enclosure = undefined;
    this.#chaptersLink = undefined;
    this.#transcripts = [];
  }

  #readTitle(path: string): string | undefined {
    return decodeTitle(this.#texts.get(path) ?? "").trim() || undefined;
  }

  /** Reads the text of an element, without white space around it, unless there are several. */
  #read(path: string): string | undefined {
    return copy(this.#texts.get(path) ?? "") || undefined;
  }
}

/** Resolves a link, as far as that is possible. @param base the address of its page */
export function resolveLink(link: string, base: string | undefined): string {
  const url = tryParseUrl(link, base);
  if (!url) return link;
  url.hash = "";
  return url.href;
}

/** A link of an item to a file of chapters. */
interface TypedLink {
  readonly url: string;
  /** Without parameters, in lower case. */
  readonly type: string;
}

/** Types that say nothing of a file. */
const VAGUE_TYPES = ["", "application/octet-stream", "text/plain"];

/** Chooses the first link to chapters that may be JSON. Of several, the one counts that has the type of JSON chapters. */
function chooseLink(first: TypedLink | undefined, other: TypedLink): TypedLink | undefined {
  const [essence = ""] = other.type.toLowerCase().split(";");
  const type = essence.trim();
  const isJson = type.includes("json") || VAGUE_TYPES.includes(type) || /^[^?#]*\.json(?:[?#]|$)/i.test(other.url);
  if (!isJson) return first;
  return first === undefined || (type === CHAPTERS_TYPE && first.type !== type) ? { ...other, type } : first;
}

function explainFault(message: string): [code: Fault, problem: string] {
  const [fault, isAttribute] = TOO_LONG.exec(message) ?? [];
  if (fault !== undefined)
    return [
      "too-long-text",
      `It has ${isAttribute ? "an attribute" : "a comment or a tag"} of more than ${MAX_MARKUP / 1e6} MB.`,
    ];
  const [reason] = message.split("\n");
  return ["invalid-xml", `It is not valid XML (${reason}).`];
}

/** Decodes entities that were encoded twice: a title is no markup, so `&amp;amp;` means `&`. */
function decodeTitle(text: string): string {
  return copy(decodeEntities(text));
}

/** Copies a text, which as a part of a larger one would keep all of that in memory. */
function copy(text: string): string {
  return decodeUtf8(encodeUtf8(text));
}
