import type { FeedChapter } from "../../sources/feed/item-parser.ts";
import { isChapters, parseJsonChapters } from "../../sources/feed/json-chapters.ts";
import type { FileKind } from "./linked-file.ts";

/** Files of JSON chapters. */
export const CHAPTERS_FILE: FileKind<readonly FeedChapter[]> = {
  singular: "file of chapters",
  plural: "files of chapters",
  accept: "application/json+chapters, application/json;q=0.9, */*;q=0.5",
  maxMegabytes: 1,
  parse: parseJsonChapters,
  isContent: isChapters,
};
