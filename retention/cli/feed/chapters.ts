import { decodeHTMLStrict } from "entities";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import { findReason, readText } from "../../../operate/shell/http.ts";
import { InputError } from "../../sources/base/refusals.ts";
import type { ChaptersLink, FeedChapter } from "../../sources/feed/item-parser.ts";
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

const HEADERS = {
  Accept: "application/json+chapters, application/json;q=0.9, */*;q=0.5",
  "User-Agent": "performance-data-service",
};

/**
 * Fetches a file of chapters.
 *
 * @param known what was fetched before, if it was
 * @param ended ends it
 * @returns `known` if the server says that it has not changed
 * @throws InputError if there is no such file, if it has more than 1 MB, or if it may not be asked for
 * @throws a TimeoutError if it is not complete within ten seconds, or another error of `fetch`
 */
export async function fetchChapters(
  { url, mayReachOwn }: ChaptersLink,
  known: ChaptersFile | undefined,
  ended: AbortSignal,
): Promise<ChaptersFile> {
  const headers = {
    ...HEADERS,
    ...(known?.etag && { "If-None-Match": known.etag }),
    ...(known?.lastModified && { "If-Modified-Since": known.lastModified }),
  };
  const signal = AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_SECONDS * 1_000)]);
  const { response } = await fetchFollowing({ url, init: { headers, signal }, mayReachOwn });
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

/** What is wrong with an answer that is something else. */
export const NO_CHAPTERS = "It is not a file of JSON chapters.";

/** Parses JSON chapters. Leaves out those that a table of contents shall not have. @throws InputError if it has none */
function parseChapters(text: string): FeedChapter[] {
  const file = tryParseJson(text);
  const entries = isObject(file) ? file.chapters : undefined;
  if (!Array.isArray(entries)) throw new InputError(NO_CHAPTERS);
  return entries.flatMap((entry) => {
    const { startTime, endTime, title, toc } = isObject(entry) ? entry : {};
    return typeof title === "string" && toc !== false && isTime(startTime)
      ? [{ start: String(startTime), ...(isTime(endTime) && { end: String(endTime) }), title: decodeHTMLStrict(title) }]
      : [];
  });
}

/** Some write numbers as text. */
function isTime(value: unknown): boolean {
  return typeof value === "number" || typeof value === "string";
}

/** Says why a file of chapters could not be fetched. */
export function explainChapters(error: Error): string {
  if (error instanceof InputError) return error.message;
  if (error.name === "TimeoutError") return `It was not complete after ${TIMEOUT_SECONDS} s.`;
  return `It can't be fetched (${findReason(error)}).`;
}
