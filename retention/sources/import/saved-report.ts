import { decodeUtf8, encodeUtf8 } from "../../../lib/bytes.ts";
import { isObject, type JsonObject, tryParseJson } from "../../../lib/json.ts";
import { encodeBase64, gzipSync } from "../../../lib/packing.ts";
import { concatBytes, decodeBase64, listChunk } from "../base/byte-arrays.ts";
import { gunzip } from "../base/gzip.ts";
import { TIME } from "../base/member-values.ts";
import { InputError } from "../base/refusals.ts";
import { findAudio } from "../feed/addresses.ts";
import { MAX_DURATION, tryParseTime } from "../feed/duration.ts";
import { type FeedChapter, type FeedItem, findType } from "../feed/item-parser.ts";
import { formatPubDate, tryParsePubDate } from "../feed/pub-date.ts";
import { loadDocument } from "../formats/document.ts";
import { type Input, prepareInput } from "../input/input.ts";

/** A change that an older reader could not read makes this a higher number. */
const VERSION = 1;

/** The most bytes that a saved report's data have, unpacked, and the most characters of all but the curves. */
const MAX_BYTES = 256 * 1_024 * 1_024;
const MAX_HEAD = 16 * 1_024 * 1_024;

/** The most choices, feeds, episodes and curves that it has. No show has as many. */
const MAX_ENTRIES = 100_000;

type Pause = () => Promise<void>;

/** What a saved report has, and no other page. */
export const SAVED_DATA = '<script type="application/json" id="studio">';
const CLOSE = "</script>";
const END = "</body>";

/** Tells whoever opens a saved report what it holds, and what it is for. */
const GO_ON = `<aside aria-label="How to go on"><footer class="go-on">
<p>To go on with this report, open studio.html, which made it, and drop this file there with newer ones. It also holds the exact curves, and the choices of episodes with the names of their files.</p>
</footer></aside>`;

const DAMAGED = ["damaged-report", "The data of this saved report are damaged."] as const;

/** What a feed says of a show and its episodes. */
export interface SavedFeed {
  /** Of its file. A saved report has none. */
  readonly name: string;
  readonly title: string | undefined;
  readonly items: readonly FeedItem[];
}

/** What a saved report keeps for the next one. */
export interface SavedData {
  /** ISO 8601; empty if a file does not say it. */
  readonly savedAt: string;
  /** GUIDs by the keys of curves; empty for a curve that is left out. */
  readonly choices: readonly (readonly [key: string, guid: string])[];
  /** Durations by GUID that people have typed, in seconds. */
  readonly durations: readonly (readonly [guid: string, seconds: number])[];
  readonly feeds: readonly SavedFeed[];
  /** As the report reads them: what is said at its moments, and which times of the audio are in the videos. Transcripts are not kept. */
  readonly quotes: readonly unknown[];
  readonly cuts: readonly unknown[];
  /** A list of sponsors' spots, and whether somebody said that the host reads them. */
  readonly spots: string;
  readonly isHostRead: boolean;
  /** Lines of an export. */
  readonly lines: string;
}

/**
 * Composes what a saved report may say of an episode: what the report shows. All else that a feed has, such as the query of an
 * address, may be a key.
 */
export function composeSavedItem({ guid, title, duration, pubDate, type, enclosure, chapters }: FeedItem): FeedItem {
  const day = tryParsePubDate(pubDate);
  // One that can't be read stays without its text, so that the one before it does not take its place.
  const shown = chapters.map(({ start, end, title }) => ({
    start: readStart(start),
    ...(end !== undefined && { end: readStart(end) }),
    title: readStart(start) === "" ? "" : title.trim(),
  }));
  return {
    guid,
    title,
    duration,
    pubDate: day && formatPubDate(day),
    ...(type && { type }),
    enclosure: findAudio(enclosure),
    chaptersUrl: undefined,
    chapters: shown,
  };
}

function readStart(start: string): string {
  return tryParseTime(start) === undefined ? "" : start.trim();
}

/** Adds what is kept to the page of a report. */
export function addSavedData(page: string, { lines, ...head }: SavedData): string {
  const gzip = encodeBase64(gzipSync(encodeUtf8(`${JSON.stringify(head)}\n${lines}`), { level: 9 }));
  const end = page.lastIndexOf(END);
  const data = `${SAVED_DATA}${JSON.stringify({ version: VERSION, gzip })}${CLOSE}`;
  return `${page.slice(0, end)}${GO_ON}\n${data}\n${page.slice(end)}`;
}

/**
 * Parses what a saved report keeps. The page may be anybody's: it is read as text, and all of it is checked.
 *
 * @param pause waits between steps, or throws to stop the work
 * @throws InputError if it is another page, is damaged, or was saved by a later version
 */
export async function parseSavedReport(page: string, pause: Pause = async () => {}): Promise<SavedData> {
  const start = page.lastIndexOf(SAVED_DATA);
  if (start === -1) throw new InputError("no-saved-report", "It is a web page, and no report with data.");
  const envelope = tryParseJson(page.slice(start + SAVED_DATA.length, page.indexOf(CLOSE, start)));
  if (!isObject(envelope)) throw new InputError(...DAMAGED);
  const { version, gzip } = envelope;
  if (typeof version === "number" && version > VERSION)
    throw new InputError("later-report", "A later version has saved this report.");
  if (version !== VERSION || typeof gzip !== "string") throw new InputError(...DAMAGED);
  return parseData(await unpack(gzip, pause));
}

/** Opens the lines of an export that a saved report keeps. @throws InputError as {@link parseSavedReport} */
export async function openSavedLines(chunks: Input["chunks"]): Promise<Input> {
  const { lines } = await parseSavedReport(decodeUtf8(await loadDocument(chunks)));
  return prepareInput(listChunk(encodeUtf8(lines)));
}

/** A small file may unpack to much: it is counted as it comes. */
async function unpack(gzip: string, pause: Pause): Promise<string> {
  const parts: Uint8Array[] = [];
  let left = MAX_BYTES;
  try {
    for await (const part of gunzip(decode(gzip))) {
      left -= part.length;
      if (left < 0) throw new InputError(...DAMAGED);
      parts.push(part);
      await pause();
    }
  } catch (error) {
    throw error instanceof InputError ? new InputError(...DAMAGED) : error;
  }
  return decodeUtf8(concatBytes(parts));
}

async function* decode(base64: string): AsyncGenerator<Uint8Array> {
  try {
    yield decodeBase64(base64);
  } catch {
    throw new InputError(...DAMAGED);
  }
}

function parseData(text: string): SavedData {
  const end = text.indexOf("\n");
  const head = end === -1 || end > MAX_HEAD ? undefined : tryParseJson(text.slice(0, end));
  const lines = text.slice(end + 1);
  if (!isObject(head) || countLines(lines) > MAX_ENTRIES) throw new InputError(...DAMAGED);
  return {
    savedAt: TIME.tryParse(head.savedAt) ?? "",
    choices: listEntries(head.choices, parseChoice),
    durations: listEntries(head.durations, parseDurationEntry),
    quotes: listEntries(head.quotes, (quote) => [quote]),
    cuts: listEntries(head.cuts, (cut) => [cut]),
    spots: readText(head.spots) ?? "",
    isHostRead: head.isHostRead === true,
    feeds: listEntries(head.feeds, (feed) => (isObject(feed) ? [parseFeed(feed)] : [])),
    lines,
  };
}

/** Counts the lines of an export, if there are not more than a saved report has. */
export function countLines(lines: string): number {
  let count = 0;
  for (let at = lines.indexOf("\n"); at !== -1 && count <= MAX_ENTRIES; at = lines.indexOf("\n", at + 1)) count++;
  return count;
}

/** @throws InputError if there are more than any show has */
function listEntries<Entry>(value: unknown, parse: (entry: unknown) => readonly Entry[]): Entry[] {
  if (!Array.isArray(value)) return [];
  if (value.length > MAX_ENTRIES) throw new InputError(...DAMAGED);
  return value.flatMap(parse);
}

function parseChoice(entry: unknown): SavedData["choices"] {
  const [key, guid] = Array.isArray(entry) ? entry : [];
  return typeof key === "string" && typeof guid === "string" ? [[key, guid]] : [];
}

function parseDurationEntry(entry: unknown): SavedData["durations"] {
  const [guid, seconds] = Array.isArray(entry) ? entry : [];
  return typeof guid === "string" && isDuration(seconds) ? [[guid, seconds]] : [];
}

/** The name of its file stands for a title that the feed lacks, as in the report. */
function parseFeed({ name, title, items }: JsonObject): SavedFeed {
  return {
    name: "",
    title: readText(title) ?? readText(name),
    items: listEntries(items, (item) => (isObject(item) ? [parseItem(item)] : [])),
  };
}

/** Strips the item, too: reports were saved before with all that the feed said. */
function parseItem({ guid, title, duration, pubDate, type: typed, enclosure, chapters }: JsonObject): FeedItem {
  const type = findType(typed);
  return composeSavedItem({
    guid: readText(guid),
    title: readText(title),
    duration: isDuration(duration) ? duration : undefined,
    pubDate: readText(pubDate),
    ...(type && { type }),
    enclosure: readText(enclosure),
    chaptersUrl: undefined,
    chapters: listEntries(chapters, parseChapter),
  });
}

function parseChapter(entry: unknown): FeedChapter[] {
  if (!isObject(entry)) return [];
  const [start, end, title] = [entry.start, entry.end, entry.title].map(readText);
  return start !== undefined && title !== undefined ? [{ start, ...(end !== undefined && { end }), title }] : [];
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= MAX_DURATION;
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
