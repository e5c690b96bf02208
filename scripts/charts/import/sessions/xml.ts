import { TextDecoder } from "node:util";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { SourceError } from "../records/refusals.ts";

const parser = new XMLParser({
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === "item",
});

/** The encoding that an XML declaration names; an ASCII one, or it would not be found. */
const DECLARED = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/;

/** Room for any declaration, in bytes. */
const DECLARATION_BYTES = 1_024;

const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ["efbbbf", "utf-8"],
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
];

/**
 * Parses an XML document in the encoding that its byte order mark or else its declaration names, or else
 * in UTF-8.
 *
 * @throws SourceError if it is not well-formed, asks for more than the parser does, or is in another encoding
 */
export function parseXml(bytes: Buffer): unknown {
  const xml = decode(bytes);
  const validity = XMLValidator.validate(xml);
  if (validity !== true) throw new SourceError(`it is no XML: ${validity.err.msg}`, validity.err.line);
  try {
    return parser.parse(xml);
  } catch (error) {
    throw new SourceError(`its XML can't be parsed: ${(error as Error).message}`);
  }
}

function decode(bytes: Buffer): string {
  const decoder = openDecoder(bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    const wayOut = "its XML declaration must name its encoding";
    throw new SourceError(`it holds bytes that are not ${decoder.encoding.toUpperCase()}: ${wayOut}`);
  }
}

function openDecoder(bytes: Buffer): TextDecoder {
  const start = bytes.toString("hex", 0, 3);
  const marked = MARKS.find(([mark]) => start.startsWith(mark))?.[1];
  if (marked) return new TextDecoder(marked, { fatal: true });
  const declared = DECLARED.exec(bytes.toString("latin1", 0, DECLARATION_BYTES))?.[1] ?? "utf-8";
  try {
    const decoder = new TextDecoder(declared, { fatal: true });
    // What can be read without knowing the encoding is not in UTF-16: such feeds are in UTF-8.
    return decoder.encoding.startsWith("utf-16") ? new TextDecoder("utf-8", { fatal: true }) : decoder;
  } catch {
    throw new SourceError(`its encoding ${declared} is not known: convert it to UTF-8 first`);
  }
}
