import { createReadStream } from "node:fs";
import { InputError } from "../../sources/base/refusals.ts";
import { decodeXml } from "../../sources/feed/decode.ts";
import { type FeedItem, ItemParser } from "../../sources/feed/item-parser.ts";
import { describeListedError, type FileError } from "../shell/files.ts";
import { downloadFeed, isUrl } from "./download.ts";
import { describeAddress } from "./follow.ts";

/** A podcast's RSS feed, which is read as it comes. */
export class Feed {
  readonly file: string;
  /** What messages call it: the file, or the URL without its query. */
  readonly name: string;
  readonly #onRead: (bytes: number) => void;
  readonly #parser = new ItemParser();

  /**
   * @param file a path, a URL, or `-` for the standard input
   * @param onRead called with the number of bytes that each read returns
   */
  constructor(file: string, onRead: (bytes: number) => void) {
    this.file = file;
    this.name = nameFeed(file);
    this.#onRead = onRead;
  }

  /** The podcast's title; known once all items are read. */
  get title(): string | undefined {
    return this.#parser.title;
  }

  /** What tells the podcast from others; known once all items are read. See {@link ItemParser.identities}. */
  get identities(): readonly string[] {
    return this.#parser.identities;
  }

  /**
   * Reads the episodes, one after another.
   *
   * @throws InputError if the file can't be read, or is not a feed
   */
  async *readItems(): AsyncGenerator<FeedItem> {
    for await (const text of decodeXml(this.#readBytes())) yield* this.#parser.parse(text);
    this.#parser.end();
  }

  async *#readBytes(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of openFeed(this.file)) {
        this.#onRead(chunk.length);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(describeListedError(error as FileError));
    }
  }
}

/** Returns what messages call a feed: the query of a URL may be the key of a private one. */
export function nameFeed(file: string): string {
  return isUrl(file) ? describeAddress(file) : file;
}

function openFeed(file: string): AsyncIterable<Buffer> {
  if (isUrl(file)) return downloadFeed(file);
  return file === "-" ? process.stdin : createReadStream(file, { highWaterMark: 16_384 });
}
