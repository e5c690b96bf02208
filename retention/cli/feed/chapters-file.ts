import { isObject, tryParseJson } from "../../../lib/json.ts";
import { InputError } from "../../sources/base/refusals.ts";
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

/** Parses JSON chapters. Leaves out those that a table of contents shall not have. @throws InputError if it has none */
function parseChapters(text: string): FeedChapter[] {
  const file = tryParseJson(text);
  const entries = isObject(file) ? file.chapters : undefined;
  if (!Array.isArray(entries)) throw new InputError("It is not a file of JSON chapters.");
  return entries.flatMap((entry) => {
    const { startTime, endTime, title, toc } = isObject(entry) ? entry : {};
    return typeof title === "string" && toc !== false && isTime(startTime)
      ? [{ start: String(startTime), ...(isTime(endTime) && { end: String(endTime) }), title: decodeEntities(title) }]
      : [];
  });
}

/** Some write numbers as text. */
function isTime(value: unknown): boolean {
  return typeof value === "number" || typeof value === "string";
}

function isChapters(value: unknown): value is readonly FeedChapter[] {
  const isChapter = (entry: unknown) =>
    isObject(entry) && typeof entry.title === "string" && typeof entry.start === "string";
  return Array.isArray(value) && value.every(isChapter);
}
