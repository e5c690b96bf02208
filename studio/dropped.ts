import { formatCount } from "../lib/count.ts";
import { InputError } from "../sources/base/refusals.ts";
import { decodeXml } from "../sources/feed/decode.ts";
import type { FeedItem } from "../sources/feed/item-parser.ts";
import { ItemParser } from "../sources/feed/item-parser.ts";
import { loadDocument, type ParsedDocument } from "../sources/formats/document.ts";
import { MAP_HEADER, parseGuidMap } from "../sources/formats/guid-map.ts";
import { readDocuments } from "../sources/har/documents.ts";
import { detectRecords } from "../sources/input/detect.ts";
import type { Input } from "../sources/input/input.ts";
import { type DroppedFile, openFile } from "./open-file.ts";
import { type Kept, type KeptFeed, parseKept } from "./saved.ts";

/** What a file turned out to be. */
type Content =
  | { readonly kind: "feed"; readonly feed: KeptFeed }
  | { readonly kind: "kept"; readonly kept: Kept }
  | { readonly kind: "map"; readonly guids: ReadonlyMap<string, string> }
  | { readonly kind: "charts" }
  | { readonly kind: "documents"; readonly documents: readonly ParsedDocument[]; readonly said: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

/** A file, read. */
export interface ReadFile extends DroppedFile {
  readonly content: Content;
}

const HTML = /^\s*<!doctype html/i;
const XML = /^\s*<(?:\?xml|rss|!--)/i;

/** Reads a file, and keeps nothing of it but curves and titles. Never throws for bad content. */
export async function readDropped(dropped: DroppedFile, onRead: (bytes: number) => void): Promise<ReadFile> {
  return { ...dropped, content: await readContent(dropped, onRead) };
}

async function readContent(dropped: DroppedFile, onRead: (bytes: number) => void): Promise<Content> {
  try {
    const input = await openFile(dropped, onRead);
    const head = input.head.toString("latin1", 0, 1_024);
    if (HTML.test(head)) return { kind: "kept", kept: parseKept((await loadDocument(input.chunks)).toString()) };
    if (XML.test(head)) return { kind: "feed", feed: await readFeed(dropped.name, input) };
    if (head.trimStart().toLowerCase().startsWith(`${MAP_HEADER}\n`) || head.startsWith(`${MAP_HEADER}\r`))
      return { kind: "map", guids: parseGuidMap(await loadDocument(input.chunks), dropped.name) };
    // Sessions are refused when they are imported.
    if (detectRecords(input.head) !== undefined) return { kind: "charts" };
    const said: string[] = [];
    const documents: ParsedDocument[] = [];
    for await (const document of readDocuments(input, undefined, (line) => said.push(line))) documents.push(document);
    return { kind: "documents", documents, said };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const line = error instanceof InputError && error.line !== undefined ? `line ${error.line}: ` : "";
    return { kind: "refused", reason: `${line}${error.message}` };
  }
}

async function readFeed(name: string, { chunks }: Input): Promise<KeptFeed> {
  const parser = new ItemParser();
  const items: FeedItem[] = [];
  for await (const text of decodeXml(chunks)) items.push(...parser.parse(text));
  parser.end();
  const named = items.filter(({ guid }) => guid !== undefined);
  if (items.length === 0) throw new InputError("There is no <item> in it. Use a feed with episodes.");
  if (named.length === 0)
    throw new InputError(`No episode in it has a <guid> (episodes: ${items.length}). Add one to each <item>.`);
  return { name, title: parser.title, items: named };
}

/** Says in a line what a file had; undefined if that is known only after the import. */
export function describeContent({ content }: ReadFile): string | undefined {
  if (content.kind === "feed") return `Feed: ${formatCount(content.feed.items.length, "episode")}`;
  if (content.kind === "map") return `Map of ${formatCount(content.guids.size, "curve")} to episodes`;
  if (content.kind !== "kept") return undefined;
  const { lines, savedAt } = content.kept;
  const curves = lines.split("\n").filter((line) => line !== "").length;
  return `Saved report of ${savedAt.slice(0, 10)}: ${formatCount(curves, "curve")}`;
}
