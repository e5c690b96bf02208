import { isObject, tryParseJson } from "../../lib/json.ts";
import { InputError } from "../../sources/base/refusals.ts";
import type { ChaptersLink, FeedChapter } from "../../sources/feed/item-parser.ts";
import { findReason, readText } from "../shell/http.ts";
import { findReach } from "../shell/own-network.ts";
import { fetchFollowing } from "./follow.ts";

/** A file of chapters, with what its server gave to ask again by (RFC 9110, section 8.8). */
export interface ChaptersFile {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly chapters: readonly FeedChapter[];
}

const TIMEOUT_SECONDS = 10;
/** Decompressed. */
const MAX_MEGABYTES = 1;
const MAX_CHAPTERS = 1_000;
/** Longer titles are left out. */
const MAX_TITLE = 500;

const HEADERS = {
  Accept: "application/json+chapters, application/json;q=0.9, */*;q=0.5",
  "User-Agent": "performance-data-service",
};

/**
 * Fetches a file of chapters.
 *
 * @param known what was fetched before, if it was
 * @returns `known` if the server says that it has not changed
 * @throws InputError if there is no such file within ten seconds, if it has more than 1 MB, or if it may not be asked for
 */
export async function fetchChapters(link: ChaptersLink, known?: ChaptersFile): Promise<ChaptersFile> {
  try {
    return await requestChapters(link, known);
  } catch (error) {
    throw error instanceof InputError ? error : explain(error as Error);
  }
}

async function requestChapters({ url, mayReachOwn }: ChaptersLink, known?: ChaptersFile): Promise<ChaptersFile> {
  if (!mayReachOwn && (await findReach(url)) !== "foreign")
    throw new InputError("It is on this machine or its network, and the feed is not from there.");
  const headers = {
    ...HEADERS,
    ...(known?.etag && { "If-None-Match": known.etag }),
    ...(known?.lastModified && { "If-Modified-Since": known.lastModified }),
  };
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);
  const response = await fetchFollowing({ url, init: { headers, signal }, mayReachOwn });
  if (known && response.status === 304) return known;
  if (!response.ok) {
    await response.body?.cancel();
    throw new InputError(`It answers ${response.status}.`);
  }
  const text = await readText(response, MAX_MEGABYTES);
  if (text === undefined) throw new InputError(`It has more than ${MAX_MEGABYTES} MB.`);
  const [etag, lastModified] = ["etag", "last-modified"].map((name) => response.headers.get(name) ?? undefined);
  return { etag, lastModified, chapters: parseChapters(text) };
}

/** Parses JSON chapters. Leaves out those that a table of contents shall not have. @throws InputError if it has none */
function parseChapters(text: string): FeedChapter[] {
  const file = tryParseJson(text);
  const entries = isObject(file) ? file.chapters : undefined;
  if (!Array.isArray(entries)) throw new InputError("It is not a file of JSON chapters.");
  if (entries.length > MAX_CHAPTERS) throw new InputError(`It has more than ${MAX_CHAPTERS} chapters.`);
  return entries.flatMap((entry) => {
    const { startTime, title, toc } = isObject(entry) ? entry : {};
    const isNamed = typeof title === "string" && title.length <= MAX_TITLE;
    return isNamed && toc !== false && isStart(startTime) ? [{ start: String(startTime), title }] : [];
  });
}

/** Some write numbers as text. */
function isStart(value: unknown): boolean {
  return typeof value === "number" || typeof value === "string";
}

function explain(error: Error): InputError {
  if (error.name === "TimeoutError") return new InputError(`It was not complete after ${TIMEOUT_SECONDS} s.`);
  return new InputError(`It can't be fetched (${findReason(error)}).`);
}
