import { parseJsonObject } from "../records/json.ts";
import { RecordError, type Refusal, SourceError } from "../records/refusals.ts";
import { type Curve, noData, refuseCurve, requireCurve } from "./curve.ts";
import { unwrap } from "./envelope.ts";
import type { Format } from "./format.ts";
import { JSON_FORMATS, TEXT_FORMATS } from "./formats.ts";
import type { Refuse } from "./refuse.ts";
import { refuseArchive, refuseObject, refuseText } from "./unknown.ts";

const MAX_MB = 64;

/** White space before the first brace is shorter than this, in bytes. */
const HEAD_BYTES = 1_024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The content of a document. */
export interface ParsedDocument {
  /** Curves with data, each position once. */
  readonly curves: readonly Curve[];
  readonly refusals: readonly Refusal[];
}

/** Loads a document. @throws SourceError if it has more than 64 MB */
export async function loadDocument(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > MAX_MB * 1_024 * 1_024)
      throw new SourceError(`it has more than ${MAX_MB} MB: only charts and sessions may be larger`);
    read.push(piece);
  }
  return Buffer.concat(read, length);
}

/**
 * Parses the curves in a document. Everything that is wrong with it ends up in the refusals.
 *
 * @param name one of FORMAT_NAMES; if missing, the content decides
 */
export function parseDocument(bytes: Buffer, name?: string): ParsedDocument {
  const refusals: Refusal[] = [];
  const refuse: Refuse = (refusal) => refusals.push(refusal);
  try {
    refuseArchive(bytes);
    const isObject = bytes.toString("utf8", 0, HEAD_BYTES).trimStart().startsWith("{");
    const parsed = isObject ? parseObject(bytes, name, refuse) : parseText(bytes, name, refuse);
    if (parsed.length === 0 && refusals.length === 0) throw noData("the file has no episodes");
    return { curves: parsed.filter((curve) => isTaken(curve, refuse)), refusals };
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    refuse({ kind: error.kind, detail: error.message });
    return { curves: [], refusals };
  }
}

function parseObject(bytes: Buffer, name: string | undefined, refuse: Refuse): readonly Curve[] {
  const { document, keys } = unwrap(parseJsonObject(bytes));
  const format = findFormat(JSON_FORMATS, document, name) ?? refuseObject(document, name);
  const curves = format.parse(document, refuse);
  // An envelope names one episode.
  return curves.length === 1 ? curves.map((curve) => ({ ...curve, keys: [...keys, ...(curve.keys ?? [])] })) : curves;
}

function parseText(bytes: Buffer, name: string | undefined, refuse: Refuse): readonly Curve[] {
  const text = decode(bytes);
  const format = findFormat(TEXT_FORMATS, text, name) ?? refuseText(text, name);
  return format.parse(text, refuse);
}

function findFormat<Document>(formats: readonly Format<Document>[], document: Document, name: string | undefined) {
  return formats.find((format) => (name === undefined || format.name === name) && format.recognize(document));
}

function isTaken(curve: Curve, refuse: Refuse): boolean {
  try {
    requireCurve(curve);
    return true;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    refuse(refuseCurve(curve, error));
    return false;
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new RecordError("not UTF-8", "it holds bytes that are not UTF-8: save it as UTF-8");
  }
}
