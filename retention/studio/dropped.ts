import { decodeUtf8, encodeUtf8 } from "../../lib/bytes.ts";
import type { FeedIdentity } from "../../lib/episode/owner.ts";
import { parseLastReport } from "../report/since/last-report.ts";
import type { LastSnapshot } from "../report/since/snapshot.ts";
import { listChunk } from "../sources/base/byte-arrays.ts";
import { createFact } from "../sources/base/facts.ts";
import { InputError, type Refusal } from "../sources/base/refusals.ts";
import { listOtherPages, readFeed, selectNamed } from "../sources/feed/feed.ts";
import type { FeedChapter } from "../sources/feed/item-parser.ts";
import { parseJsonChapters } from "../sources/feed/json-chapters.ts";
import { findFeedInPage } from "../sources/feed/web-page.ts";
import { loadDocument, type ParsedDocument } from "../sources/formats/document.ts";
import { isZip } from "../sources/formats/zip.ts";
import { type ChartRecord, readChartRecords } from "../sources/import/chart-record.ts";
import { classify } from "../sources/import/classify.ts";
import { readDocuments } from "../sources/import/documents.ts";
import { parseGuidMap } from "../sources/import/guid-map.ts";
import { parseSavedReport, SAVED_DATA, type SavedData, type SavedFeed } from "../sources/import/saved-report.ts";
import type { Input } from "../sources/input/input.ts";
import { parseUtf8 } from "../sources/input/json-bytes.ts";
import { createPack } from "../sources/item/pack.ts";
import { isTranscriptPage, parseTranscript, type Transcript } from "../sources/transcripts/transcript.ts";
import { describePage, findMistake, findText, HELPFUL, SESSIONS } from "./mistakes.ts";
import { type DroppedFile, openFile, toFile } from "./open-file.ts";
import type { Pace } from "./pace.ts";

/** A feed, as it is. Of a saved report, nobody knows its identity. */
export interface DroppedFeed extends SavedFeed {
  readonly identity?: FeedIdentity;
  /** Whether the file is a page of a feed that has others. */
  readonly hasOtherPages?: boolean;
}

/** What a file says of curves. */
type CurveContent =
  /** @param fault where a file is cut off: what comes before it counts */
  | {
      readonly kind: "charts";
      readonly batches: readonly (readonly ChartRecord[])[];
      readonly fault?: InputError;
    }
  | { readonly kind: "documents"; readonly documents: readonly ParsedDocument[] };

/** What a file turned out to be. */
type Content =
  | CurveContent
  | { readonly kind: "feed"; readonly feed: DroppedFeed }
  | {
      readonly kind: "saved";
      readonly saved: SavedData;
      readonly last: LastSnapshot | undefined;
      readonly curves: CurveContent;
    }
  | { readonly kind: "map"; readonly guids: ReadonlyMap<string, string> }
  | { readonly kind: "spots"; readonly list: string }
  | { readonly kind: "transcript"; readonly transcript: Transcript }
  | { readonly kind: "chapters"; readonly chapters: readonly FeedChapter[] }
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly isUnneeded?: boolean };

/** A file, read. */
export interface ReadFile extends DroppedFile {
  readonly content: Content;
}

/** Reads a file. Never throws for bad content. */
export async function readDropped(
  dropped: DroppedFile,
  pace: Pace,
  onRead: (bytes: number) => void,
): Promise<ReadFile> {
  try {
    return { ...dropped, content: await readContent(dropped, await openFile(dropped.file, pace, onRead), pace) };
  } catch (error) {
    if (!(error instanceof Error) || pace.isStop(error)) throw error;
    return { ...dropped, content: refuse(error) };
  }
}

function refuse(error: Error): Content {
  return {
    kind: "refused",
    refusal: error instanceof InputError ? error.refusal : createFact("unreadable", error.message),
  };
}

/** Refuses charts of a file that is cut off. */
export function refuseCut(file: ReadFile): ReadFile {
  const { content } = file;
  return content.kind === "charts" && content.fault ? { ...file, content: refuse(content.fault) } : file;
}

async function readContent({ name }: DroppedFile, input: Input, pace: Pace): Promise<Content> {
  const { head, chunks } = input;
  const mistake = findMistake(head);
  if (mistake !== undefined) return refuseMistake(mistake);
  const kind = classify(head);
  switch (kind) {
    case "page":
      return readPage(name, await loadDocument(chunks), pace);
    case "transcript":
      return readTranscript(await loadDocument(chunks));
    case "chapters":
      return { kind, chapters: parseJsonChapters(parseUtf8(await loadDocument(chunks))) };
    case "feed":
      return { kind, feed: await loadFeed(name, chunks) };
    case "spots":
      return { kind, list: parseUtf8(await loadDocument(chunks)) };
    case "map":
      return { kind, guids: parseGuidMap(await loadDocument(chunks)) };
    default: {
      const text = kind === "document" && !isZip(head) ? findText(decodeUtf8(head.subarray(0, 1_024))) : undefined;
      return text === undefined ? readCurves(kind, input) : refuseMistake(text);
    }
  }
}

async function readCurves(kind: ReturnType<typeof classify>, input: Input): Promise<CurveContent> {
  if (kind === "sessions") throw new InputError("unreadable", SESSIONS);
  if (kind === "chart") return readCharts(input);
  const documents: ParsedDocument[] = [];
  for await (const document of readDocuments(input, undefined)) documents.push(document);
  return { kind: "documents", documents };
}

async function readCharts(input: Input): Promise<CurveContent> {
  const batches: (readonly ChartRecord[])[] = [];
  try {
    for await (const batch of readChartRecords(input, createPack())) batches.push(batch);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: "charts", batches, fault: error };
  }
  return { kind: "charts", batches };
}

function refuseMistake(reason: string): Content {
  return { kind: "refused", refusal: createFact("unreadable", reason), isUnneeded: !HELPFUL.includes(reason) };
}

async function readTranscript(bytes: Uint8Array): Promise<Content> {
  return { kind: "transcript", transcript: await parseTranscript(decodeUtf8(bytes)) };
}

/** Reads a saved report, a transcript in HTML, or a feed in the page in which a browser shows it. */
async function readPage(name: string, bytes: Uint8Array, pace: Pace): Promise<Content> {
  const page = decodeUtf8(bytes);
  if (isTranscriptPage(page)) return readTranscript(bytes);
  if (findFeedInPage(page) !== undefined) return { kind: "feed", feed: await loadFeed(name, listChunk(bytes)) };
  if (!page.includes(SAVED_DATA)) throw new InputError("unreadable", describePage(page));
  return readSaved(page, pace);
}

async function readSaved(page: string, pace: Pace): Promise<Content> {
  const saved = await parseSavedReport(page, () => pace.pause());
  const curves = await readLines(saved, pace);
  try {
    return { kind: "saved", saved, curves, last: await pace.finish(parseLastReport(page, new Date())) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: "saved", saved, curves, last: undefined };
  }
}

/** Reads the curves of a saved report, which may be anybody's. */
async function readLines({ lines }: SavedData, pace: Pace): Promise<CurveContent> {
  try {
    const input = await openFile(toFile(encodeUtf8(lines)), pace);
    return await readCurves(classify(input.head), input);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: "charts", batches: [], fault: error };
  }
}

async function loadFeed(name: string, chunks: Input["chunks"]): Promise<DroppedFeed> {
  const { title, identity, links, items } = await readFeed(chunks);
  if (items.length === 0) throw new InputError("feed-without-items", "There is no <item> in it.");
  return { name, title, identity, items: selectNamed(items), hasOtherPages: listOtherPages(links).length > 0 };
}
