import { isObject, tryParseJson } from "../../../lib/json.ts";
import { InputError } from "../base/refusals.ts";
import { tryParseTime } from "./duration.ts";
import { decodeEntities } from "./entities.ts";
import type { FeedChapter } from "./item-parser.ts";

/** Checks by its beginning whether a text can be a file of chapters. */
export function isChaptersStart(start: string): boolean {
  return /^\s*\{(?:"(?:[^"\\]|\\.)*"|[^"[])*?"chapters"\s*:\s*\[/.test(start);
}

/**
 * Parses JSON chapters (https://github.com/Podcastindex-org/podcast-namespace). Leaves out those that a table of contents shall
 * not have. One that can't be read stays, as far as it goes: no other takes its place.
 *
 * @throws InputError if it is something else, or none of its chapters can be read
 */
export function parseJsonChapters(text: string): FeedChapter[] {
  const file = tryParseJson(text);
  const entries = isObject(file) ? file.chapters : undefined;
  if (!Array.isArray(entries)) throw new InputError("unreadable", "It is not a file of JSON chapters.");
  const chapters = entries.map((entry) => (isObject(entry) ? entry : {})).filter(({ toc }) => toc !== false);
  const read = chapters.map(({ startTime = "", endTime, title }): FeedChapter => {
    const end = tryParseTime(String(endTime)) !== undefined && { end: String(endTime) };
    return { start: String(startTime), ...end, title: typeof title === "string" ? decodeEntities(title) : "" };
  });
  const isRead = ({ start, title }: FeedChapter) => tryParseTime(start) !== undefined && title !== "";
  if (read.length > 0 && !read.some(isRead))
    throw new InputError("unreadable", "None of its chapters has a startTime and a title.");
  return read;
}

/** Checks whether a value is chapters, as JSON keeps them. */
export function isChapters(value: unknown): value is readonly FeedChapter[] {
  const isChapter = (entry: unknown) =>
    isObject(entry) && typeof entry.title === "string" && typeof entry.start === "string";
  return Array.isArray(value) && value.every(isChapter);
}
