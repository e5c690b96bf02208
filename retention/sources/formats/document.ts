import { describe } from "../../../lib/describe.ts";
import { isObject, isTooDeep, type JsonObject } from "../../../lib/json.ts";
import { concatBytes } from "../base/byte-arrays.ts";
import { createFact, type Fact } from "../base/facts.ts";
import { InputError, mapOrRefuse, RecordError, type Refusal, type Refuse, tryOrRefuse } from "../base/refusals.ts";
import { type Curve, verifyCurve } from "../curve/platform-curve.ts";
import { tryParseSaved } from "../curve/recording.ts";
import { parseJsonObject, parseUtf8 } from "../input/json-bytes.ts";
import { collectMembers, findRepeatedMember } from "../input/members.ts";
import { collectKeys } from "./fields.ts";
import type { AnsweredRequest, Format } from "./format.ts";
import { JSON_FORMATS, TEXT_FORMATS } from "./formats.ts";
import { listReadings } from "./spreadsheet-text.ts";
import { failUnknownObject, failUnknownText, TOO_DEEP } from "./unknown.ts";
import { findVideoLengths, type VideoLength } from "./video-lengths.ts";
import { youtubeStudio } from "./youtube.ts";

const MAX_MB = 64;

/** Characters up to which any JSON object is parsed. */
const MAX_UNCHECKED = 1_048_576;

/** The curves of a document, and what is wrong with it. */
export interface ParsedDocument {
  /** Where its curves are from; undefined if it has no format. It may then hold anything, even listening sessions. */
  readonly source: string | undefined;
  /** The member by which its format is known, if it is JSON. */
  readonly member?: string | undefined;
  /** Curves with data. No position occurs twice, except in charts of this service. */
  readonly curves: readonly Curve[];
  readonly refusals: readonly Refusal[];
  /** Whether the file has others. */
  readonly isPart?: boolean;
  /** What was in the HAR file that it is from. Its first document has that. */
  readonly said?: readonly Fact[];
  /** Of the table of a channel's videos. */
  readonly lengths?: readonly VideoLength[];
}

/** Loads a document, uncompressed. @throws InputError if it has more than 64 MB */
export async function loadDocument(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_MB * 1_024 * 1_024)
      throw new InputError("too-large", `It has more than ${MAX_MB} MB, the limit for data of platforms.`);
    read.push(chunk);
  }
  return concatBytes(read);
}

/**
 * Parses the curves in a document. Never throws for bad content: it returns refusals instead.
 *
 * @param name one of FORMAT_NAMES; if undefined, the format is detected from the content
 * @param request to which a browser got it, if that is known
 */
export function tryParseDocument(bytes: Uint8Array, name?: string, request?: AnsweredRequest): ParsedDocument {
  const refusals: Refusal[] = [];
  const refuse: Refuse = (refusal) => refusals.push(refusal);
  const parser = tryOrRefuse(() => findParser(parseUtf8(bytes), name, request), refuse);
  const parsed = parser && tryOrRefuse(() => parser.parse(refuse), refuse);
  if (parsed?.length === 0 && refusals.length === 0 && !parser?.lengths)
    refuse(createFact("no-data", "The file has no episodes."));
  const curves = mapOrRefuse(parsed ?? [], verifyCurve, refuse, (curve) => curve);
  const { source, member, lengths } = parser ?? {};
  return { source, member, curves, refusals, ...(lengths && { lengths }) };
}

/** Parses the curves in a document whose format is known. */
interface Parser extends Pick<ParsedDocument, "member" | "lengths"> {
  readonly source: string;
  parse(refuse: Refuse): readonly Curve[];
}

/** @throws RecordError if no format recognizes it */
function findParser(text: string, name: string | undefined, request: AnsweredRequest | undefined): Parser {
  return /^\s*\{/.test(text) ? findObjectParser(text, name, request) : findTextParser(text, name);
}

/**
 * Verifies that a JSON object is not too deep, and that a large one has what one of the formats needs: parsed, it takes many
 * times its size.
 *
 * @throws RecordError if no format can recognize it
 */
function verifyPromising(text: string, name: string | undefined): void {
  if (isTooDeep(text)) throw new RecordError("too-deep", TOO_DEEP);
  if (text.length <= MAX_UNCHECKED) return;
  const { own } = collectMembers(text);
  const isEnvelope = ["provider", "meta", "data"].every((member) => own.has(member));
  const isPromising = JSON_FORMATS.some(
    (format) =>
      (name === undefined || format.name === name) &&
      (isEnvelope || format.members?.some((member) => own.has(member))) &&
      (format.text === undefined || text.includes(`"${format.text}"`)),
  );
  if (!isPromising) failUnknownObject(Object.fromEntries([...own].map((member) => [member, undefined])), name);
}

function findObjectParser(text: string, name: string | undefined, request: AnsweredRequest | undefined): Parser {
  verifyPromising(text, name);
  const { document, keys: envelopeKeys, recording } = unwrap(parseJsonObject(text));
  const format = findFormat(JSON_FORMATS, document, name) ?? failUnknownObject(document, name);
  const keys = [...((request && format.findKeys?.(request)) ?? []), ...envelopeKeys];
  const parse = (refuse: Refuse) => {
    const repeated = findRepeatedMember(text);
    if (repeated !== undefined)
      throw new RecordError("curve-member-twice", `An object in it has the member ${describe(repeated)} twice.`);
    const audience = request && format.findAudience?.(request);
    const known = { ...(recording && { recording }), ...(audience && { audience }) };
    const curves = format.parse(document, refuse).map((curve) => ({ ...known, ...curve }));
    // The keys of a request and of an envelope belong to one episode.
    return curves.length === 1
      ? curves.map((curve) => ({ ...curve, keys: collectKeys(...keys, ...(curve.keys ?? [])) }))
      : curves;
  };
  return { source: format.source, member: format.members?.find((member) => member in document), parse };
}

function findTextParser(text: string, name: string | undefined): Parser {
  const lengths = findVideoLengths(text);
  if (lengths) return { source: youtubeStudio.source, lengths, parse: () => [] };
  for (const reading of listReadings(text)) {
    const format = findFormat(TEXT_FORMATS, reading, name);
    if (format) return { source: format.source, parse: (refuse) => format.parse(reading, refuse) };
  }
  return failUnknownText(text, name);
}

function findFormat<Document>(formats: readonly Format<Document>[], document: Document, name: string | undefined) {
  return formats.find((format) => (name === undefined || format.name === name) && format.recognize(document));
}

/**
 * Unwraps the envelope that Open Podcast's connectors put around each answer:
 * `{"provider": "spotify", "retrieved": "2026-…", "meta": {"episode": "4rOo…"}, "data": {"samples": […]}}` ->
 * `{"samples": […]}` with the key `4rOo…`.
 */
function unwrap(document: JsonObject) {
  const { provider, retrieved, meta, data } = document;
  if (provider === undefined || !isObject(meta) || !isObject(data)) return { document, keys: [], recording: undefined };
  const keys = collectKeys(meta.episode, meta.webEpisodeId, meta.web_episode_id);
  return { document: data, keys, recording: tryParseSaved(retrieved) };
}
