import { findMarked } from "../base/decode.ts";
import { isChaptersStart } from "../feed/json-chapters.ts";
import { isWebPage } from "../feed/web-page.ts";
import type { ParsedDocument } from "../formats/document.ts";
import { isSpotHeader } from "../formats/spot-list.ts";
import { detectRecords, type RecordFormat } from "../input/detect.ts";
import type { Input } from "../input/input.ts";
import type { Pack } from "../item/pack.ts";
import { isTranscriptStart } from "../transcripts/transcript.ts";
import { type ChartRecord, readChartRecords } from "./chart-record.ts";
import { readDocuments } from "./documents.ts";
import { isMapHeader } from "./guid-map.ts";
import { openSavedLines } from "./saved-report.ts";

const XML = /^\s*<(?:\?xml|rss|!--)/i;

/** Bytes at the beginning by which all but records are told apart. */
const START = 1_024;

/** What a file is: `document` if it is anything else, such as a platform's answer. */
type ContentKind = "page" | "transcript" | "chapters" | "feed" | "spots" | "map" | RecordFormat | "document";

/** Says by its beginning what a file is. @throws InputError if it is empty, or no feed and in UTF-16 */
export function classify(head: Uint8Array): ContentKind {
  if (isWebPage(head)) return "page";
  const start = new TextDecoder(findMarked(head)).decode(head.subarray(0, START));
  if (isTranscriptStart(start)) return "transcript";
  if (isChaptersStart(start)) return "chapters";
  if (XML.test(start)) return "feed";
  const [header = ""] = /^[^\r\n]*/.exec(start) ?? [];
  if (isSpotHeader(header)) return "spots";
  if (isMapHeader(header)) return "map";
  return detectRecords(head) ?? "document";
}

/** Read at once, or as they are asked for: files may be larger than the memory. */
export type Many<Part> = Iterable<Part> | AsyncIterable<Part>;

/** What an import takes of a file. */
export type ImportContent =
  | { readonly kind: "chart"; readonly batches: Many<readonly ChartRecord[]> }
  | { readonly kind: "sessions"; readonly input: Input }
  | { readonly kind: "document"; readonly documents: Many<ParsedDocument> };

/**
 * Opens what an import takes of a file. Of a saved report, these are its lines.
 *
 * @param format one of IMPORTABLE; if undefined, the file is classified
 * @throws InputError as {@link classify}, or if it is a page without curves
 */
export async function openContent(opened: Input, format: string | undefined, pack: Pack): Promise<ImportContent> {
  const input = isWebPage(opened.head) ? await openSavedLines(opened.chunks) : opened;
  const kind = format ?? classify(input.head);
  if (kind === "chart") return { kind, batches: readChartRecords(input, pack) };
  if (kind === "sessions") return { kind, input };
  return { kind: "document", documents: readDocuments(input, format) };
}
