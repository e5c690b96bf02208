import { decodeUtf8, encodeUtf8 } from "../../lib/bytes.ts";
import { CommandError } from "../../lib/command-error.ts";
import { formatCount } from "../../lib/count.ts";
import type { FeedIdentity } from "../../lib/episode/owner.ts";
import { isOwnSource } from "../../lib/source.ts";
import { parseLastReportStepwise } from "../report/since/last-report.ts";
import type { LastSnapshot } from "../report/since/snapshot.ts";
import { createFact } from "../sources/base/facts.ts";
import { InputError, type Refusal } from "../sources/base/refusals.ts";
import { formatTime } from "../sources/base/times.ts";
import { nameSource } from "../sources/curve/source-facts.ts";
import { listOtherPages, readFeed, selectNamed } from "../sources/feed/feed.ts";
import type { FeedChapter } from "../sources/feed/item-parser.ts";
import { parseJsonChapters } from "../sources/feed/json-chapters.ts";
import { UnreadDates } from "../sources/feed/pub-date.ts";
import { findFeedInPage } from "../sources/feed/web-page.ts";
import { loadDocument, type ParsedDocument } from "../sources/formats/document.ts";
import { isZip } from "../sources/formats/zip.ts";
import { type ChartRecord, readChartRecords } from "../sources/import/chart-record.ts";
import { classify } from "../sources/import/classify.ts";
import { readDocuments } from "../sources/import/documents.ts";
import { parseGuidMap } from "../sources/import/guid-map.ts";
import {
  countLines,
  parseSavedReport,
  SAVED_DATA,
  type SavedData,
  type SavedFeed,
} from "../sources/import/saved-report.ts";
import type { Input } from "../sources/input/input.ts";
import { parseUtf8 } from "../sources/input/json-bytes.ts";
import { createPack } from "../sources/item/pack.ts";
import { isTranscriptPage, parseTranscript, type Transcript } from "../sources/transcripts/transcript.ts";
import { describePage, findMistake, findText, SESSIONS } from "./mistakes.ts";
import { type DroppedFile, listChunk, openFile, toFile } from "./open-file.ts";
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
  if (mistake) return refuseMistake(mistake.reason, mistake.isUnneeded);
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
      return text === undefined ? readCurves(kind, input) : refuseMistake(text, true);
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

function refuseMistake(reason: string, isUnneeded: boolean): Content {
  return { kind: "refused", refusal: createFact("unreadable", reason), isUnneeded };
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
  return readSaved(name, page, pace);
}

async function readSaved(name: string, page: string, pace: Pace): Promise<Content> {
  const saved = await parseSavedReport(page, () => pace.pause());
  const curves = await readLines(saved, pace);
  try {
    return { kind: "saved", saved, curves, last: await pace.finish(parseLastReportStepwise(page, name, new Date())) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
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

/** Says in a line what a file had. A HAR file has said it itself. */
export function describeContent({ content }: ReadFile): string[] {
  if (content.kind === "feed") return describeFeed(content.feed);
  if (content.kind === "map") return [`Map of ${formatCount(content.guids.size, "curve")} to episodes`];
  if (content.kind === "charts") return ["Charts of this service"];
  if (content.kind === "spots") return ["List of sponsors' spots"];
  if (content.kind === "transcript") return describeTranscript(content.transcript);
  if (content.kind === "chapters") return [formatCount(content.chapters.length, "chapter")];
  if (content.kind === "saved") {
    const { savedAt, lines } = content.saved;
    const time = savedAt === "" ? "" : ` of ${savedAt.slice(0, 10)}, ${savedAt.slice(11, 16)} UTC`;
    const line = `Saved report${time}: ${formatCount(countLines(lines), "curve")}`;
    return content.last
      ? [line]
      : [
          line,
          "What has changed since can't be told: what this report says is of a later version or date, or damaged.",
        ];
  }
  if (content.kind === "refused" || content.documents.some(({ said }) => said)) return [];
  const count = content.documents.reduce((sum, { curves }) => sum + curves.length, 0);
  const [source = ""] = content.documents.map((document) => document.source);
  return count > 0 ? [`${formatCount(count, "curve")} of ${nameSource(source)}`] : [];
}

function describeTranscript({ cues, end, leftOut, badLine }: Transcript): string[] {
  const first = badLine === undefined ? "" : `: see line ${badLine}`;
  const left = leftOut > 0 ? `, ${formatCount(leftOut, "cue")} left out${first}` : "";
  return [`Transcript of ${formatTime(end)}: ${formatCount(cues.length, "cue")}${left}`];
}

function describeFeed({ items, hasOtherPages }: DroppedFeed): string[] {
  const dates = new UnreadDates();
  dates.add(items);
  const pages = hasOtherPages ? ["This feed goes on: it is one of several pages. Drop the others, too."] : [];
  return [`Feed: ${formatCount(items.length, "episode")}`, ...pages, ...dates.formatLines()];
}

/**
 * Checks whether a file is an older one of the same name, saved again: it has the same platform and episodes. One that was
 * refused makes way for any; one that is refused now takes no other's place.
 */
export function isSameFile(one: ReadFile, other: ReadFile): boolean {
  if (one.content.kind === "refused") return true;
  if (one.content.kind !== other.content.kind) return false;
  const [ids, others] = [identify(one), identify(other)];
  return ids.size === others.size && [...ids].every((id) => others.has(id));
}

/** Checks whether two files that came together say something else, or have other curves that name no episode: only their names could tell their episodes apart. */
export function isOther({ content: one }: ReadFile, { content: other }: ReadFile): boolean {
  if (other.kind === "transcript") return JSON.stringify(one) !== JSON.stringify(other);
  if (other.kind !== "documents") return false;
  const curves = other.documents.flatMap((document) => document.curves);
  const isNameless = curves.some(({ guid, keys = [] }) => guid === undefined && keys.length === 0);
  return isNameless && JSON.stringify(one) !== JSON.stringify(other);
}

/** What a file is of: platforms and episodes, or a show. */
function identify({ content }: ReadFile): Set<string> {
  if (content.kind === "feed") return new Set([content.feed.title ?? ""]);
  if (content.kind === "saved") return new Set(content.saved.feeds.map(({ title }) => title ?? ""));
  if (content.kind === "documents")
    return new Set(
      content.documents.flatMap(({ source, curves }) =>
        curves.map(({ guid, keys }) => JSON.stringify([source, guid ?? keys ?? []])),
      ),
    );
  if (content.kind !== "charts") return new Set();
  return new Set(
    content.batches
      .flat()
      .flatMap(({ named }) =>
        named ? JSON.stringify([isOwnSource(named.source) ? "own" : named.source, named.guid]) : [],
      ),
  );
}
