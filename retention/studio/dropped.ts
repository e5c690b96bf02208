import { decodeUtf8 } from "../../lib/bytes.ts";
import { CommandError } from "../../lib/command-error.ts";
import { formatCount } from "../../lib/count.ts";
import type { FeedIdentity } from "../../lib/episode/owner.ts";
import { isOwnSource, readSource } from "../../lib/source.ts";
import { parseLastReportStepwise } from "../report/make/last-report.ts";
import { nameSource } from "../report/make/source-kind.ts";
import type { LastSnapshot } from "../report/since/snapshot.ts";
import { createFact, type Fact } from "../sources/base/facts.ts";
import { InputError, type Refusal } from "../sources/base/refusals.ts";
import { formatTime } from "../sources/base/times.ts";
import { findMarked } from "../sources/feed/decode.ts";
import { listOtherPages, readFeed, selectNamed } from "../sources/feed/feed.ts";
import type { FeedChapter } from "../sources/feed/item-parser.ts";
import { isChaptersStart, parseJsonChapters } from "../sources/feed/json-chapters.ts";
import { UnreadDates } from "../sources/feed/pub-date.ts";
import { findFeedInPage, isWebPage } from "../sources/feed/web-page.ts";
import { loadDocument, type ParsedDocument } from "../sources/formats/document.ts";
import { isMapHeader, parseGuidMap } from "../sources/formats/guid-map.ts";
import {
  countLines,
  parseSavedReport,
  SAVED_DATA,
  type SavedData,
  type SavedFeed,
} from "../sources/formats/saved-report.ts";
import { isSpotHeader } from "../sources/formats/spot-list.ts";
import { isZip } from "../sources/formats/zip.ts";
import { readDocuments } from "../sources/har/documents.ts";
import { readBatches, takeRecords } from "../sources/input/batches.ts";
import { detectLayout, detectRecords } from "../sources/input/detect.ts";
import type { Input } from "../sources/input/input.ts";
import { parseJsonObject, parseUtf8 } from "../sources/input/json-bytes.ts";
import {
  isTranscriptPage,
  isTranscriptStart,
  parseTranscript,
  type Transcript,
} from "../sources/transcripts/transcript.ts";
import { describePage, findMistake, findText, SESSIONS } from "./mistakes.ts";
import { type DroppedFile, listChunk, openFile } from "./open-file.ts";
import type { Pace } from "./pace.ts";

/** A feed, as it is. Of a saved report, nobody knows its identity. */
export interface DroppedFeed extends SavedFeed {
  readonly identity?: FeedIdentity;
  /** Whether the file is a page of a feed that has others. */
  readonly hasOtherPages?: boolean;
}

/** What a file turned out to be. */
type Content =
  | { readonly kind: "feed"; readonly feed: DroppedFeed }
  | { readonly kind: "saved"; readonly saved: SavedData; readonly last: LastSnapshot | undefined }
  | { readonly kind: "map"; readonly guids: ReadonlyMap<string, string> }
  | { readonly kind: "spots"; readonly list: string }
  | { readonly kind: "charts" }
  | { readonly kind: "transcript"; readonly transcript: Transcript }
  | { readonly kind: "chapters"; readonly chapters: readonly FeedChapter[] }
  | { readonly kind: "documents"; readonly documents: readonly ParsedDocument[]; readonly said: readonly Fact[] }
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly isUnneeded?: boolean };

/** A file, read. */
export interface ReadFile extends DroppedFile {
  readonly content: Content;
}

const XML = /^\s*<(?:\?xml|rss|!--)/i;

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
    return refuse(dropped, error);
  }
}

function refuse(dropped: DroppedFile, error: Error): ReadFile {
  const refusal = error instanceof InputError ? error.refusal : createFact("unreadable", error.message);
  return { ...dropped, content: { kind: "refused", refusal } };
}

/** Reads charts to their end, which are otherwise read when they are imported: a file that is cut off is refused. */
export async function refuseCut(file: ReadFile, pace: Pace): Promise<ReadFile> {
  try {
    await identify(file, pace);
    return file;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return refuse(file, error);
  }
}

async function readContent({ name }: DroppedFile, input: Input, pace: Pace): Promise<Content> {
  const { head, chunks } = input;
  const mistake = findMistake(head);
  if (mistake) return refuseMistake(mistake.reason, mistake.isUnneeded);
  const start = decodeStart(head);
  if (isWebPage(head)) return readPage(name, await loadDocument(chunks), pace);
  if (isTranscriptStart(start)) return readTranscript(await loadDocument(chunks));
  if (isChaptersStart(start))
    return { kind: "chapters", chapters: parseJsonChapters(parseUtf8(await loadDocument(chunks))) };
  if (XML.test(start)) return { kind: "feed", feed: await loadFeed(name, chunks) };
  const [header = ""] = /^[^\r\n]*/.exec(start) ?? [];
  if (isSpotHeader(header)) return { kind: "spots", list: parseUtf8(await loadDocument(chunks)) };
  if (isMapHeader(header)) return { kind: "map", guids: parseGuidMap(await loadDocument(chunks)) };
  const records = detectRecords(head);
  if (records === "sessions") throw new InputError("unreadable", SESSIONS);
  if (records === "chart") return { kind: "charts" };
  const text = findText(start);
  if (text !== undefined && !isZip(head)) return refuseMistake(text, true);
  const said: Fact[] = [];
  const documents: ParsedDocument[] = [];
  for await (const document of readDocuments(input, undefined, (hint) => said.push(hint))) documents.push(document);
  return { kind: "documents", documents, said };
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
  try {
    return { kind: "saved", saved, last: await pace.finish(parseLastReportStepwise(page, name, new Date())) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { kind: "saved", saved, last: undefined };
  }
}

/** Decodes the beginning of a file, as far as feeds and maps need it. */
function decodeStart(head: Uint8Array): string {
  return new TextDecoder(findMarked(head)).decode(head.subarray(0, 1_024));
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
  if (content.kind === "refused" || content.said.length > 0) return [];
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
export async function isSameFile(one: ReadFile, other: ReadFile, pace: Pace): Promise<boolean> {
  if (one.content.kind === "refused") return true;
  if (one.content.kind !== other.content.kind) return false;
  const [ids, others] = [await identify(one, pace), await identify(other, pace)];
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
async function identify({ file, content }: ReadFile, pace: Pace): Promise<Set<string>> {
  if (content.kind === "feed") return new Set([content.feed.title ?? ""]);
  if (content.kind === "saved") return new Set(content.saved.feeds.map(({ title }) => title ?? ""));
  if (content.kind === "documents")
    return new Set(
      content.documents.flatMap(({ source, curves }) =>
        curves.map(({ guid, keys }) => JSON.stringify([source, guid ?? keys ?? []])),
      ),
    );
  return content.kind === "charts" ? listCharts(await openFile(file, pace)) : new Set();
}

async function listCharts({ head, chunks }: Input): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const batch of readBatches(chunks, detectLayout(head), () => {}))
    takeRecords(batch, (record) => {
      const chart = parseJsonObject(record);
      const source = readSource(chart);
      found.add(JSON.stringify([isOwnSource(source) ? "own" : source, chart.guid]));
    });
  return found;
}
