import { createReadStream } from "node:fs";
import { InputError } from "../../sources/base/refusals.ts";
import { type Feed, readFeed } from "../../sources/feed/feed.ts";
import { describeListedError, type FileError } from "../shell/files.ts";
import { downloadFeed, isUrl } from "./download.ts";
import { describeAddress } from "./follow.ts";

/**
 * Loads a feed.
 *
 * @param file a path, a URL, or `-` for the standard input
 * @param onRead called with the number of bytes that each read returns
 * @throws InputError if the file can't be read, or is not a feed
 */
export function loadFeed(file: string, onRead: (bytes: number) => void): Promise<Feed> {
  return readFeed(readBytes(file, onRead));
}

async function* readBytes(file: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of openFeed(file)) {
      onRead(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(describeListedError(error as FileError));
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
