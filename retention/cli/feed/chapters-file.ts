import { isObject, tryParseJson } from "../../../lib/json.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { tryParseTime } from "../../sources/feed/duration.ts";
import { decodeEntities } from "../../sources/feed/entities.ts";
import type { FeedChapter } from "../../sources/feed/item-parser.ts";
import type { FileKind } from "./linked-file.ts";

/** Files of JSON chapters. */
export const CHAPTERS_FILE: FileKind<readonly FeedChapter[]> = {
  singular: "file of chapters",
  plural: "files of chapters",
  accept: "application/json+chapters, application/json;q=0.9, */*;q=0.5",
  maxMegabytes: 1,
  parse: parseChapters,
  isContent: isChapters,
};

/** Parses JSON chapters. Leaves out those that a table of contents shall not have. @throws InputError if they are none */
function parseChapters(text: string): FeedChapter[] {
  const file = tryParseJson(text);
  const entries = isObject(file) ? file.chapters : undefined;
  if (!Array.isArray(entries)) throw new InputError("It is not a file of JSON chapters.");
  const chapters = entries.flatMap((entry) => {
    const { startTime, endTime, title, toc } = isObject(entry) ? entry : {};
    if (typeof title !== "string" || !isTime(startTime)) return [];
    const end = isTime(endTime) && { end: String(endTime) };
    return [{ toc, chapter: { start: String(startTime), ...end, title: decodeEntities(title) } }];
  });
  if (entries.length > 0 && chapters.length === 0)
    throw new InputError("None of its chapters has a startTime and a title.");
  return chapters.flatMap(({ toc, chapter }) => (toc === false ? [] : [chapter]));
}

/** Some write numbers as text, or `00:01:30`. */
function isTime(value: unknown): boolean {
  return tryParseTime(String(value)) !== undefined;
}

function isChapters(value: unknown): value is readonly FeedChapter[] {
  const isChapter = (entry: unknown) =>
    isObject(entry) && typeof entry.title === "string" && typeof entry.start === "string";
  return Array.isArray(value) && value.every(isChapter);
}
