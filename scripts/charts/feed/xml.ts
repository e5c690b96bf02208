import { TextDecoder } from "node:util";
import { XMLParser, XMLValidator } from "fast-xml-parser";

/** Refuses a document. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  /** Line of the fault, from 1; undefined if it is not known. */
  readonly line: number | undefined;

  constructor(detail: string, line?: number) {
    super(detail);
    this.line = line;
  }
}

const parser = new XMLParser({
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === "item",
  // Chapters have their time and title in attributes.
  ignoreAttributes: (_, path) => !String(path).endsWith("psc:chapter"),
});

/** Matches the encoding in an XML declaration that is itself written in ASCII. */
const DECLARED = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/;

/** Length in bytes of the beginning that may hold a declaration. */
const DECLARATION_BYTES = 1_024;

const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ["efbbbf", "utf-8"],
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
];

/**
 * Parses an XML document. Its encoding is that of its byte order mark, else of its XML declaration, else UTF-8.
 *
 * @throws XmlError if it is not well-formed, uses what the parser does not support, or is in another encoding
 */
export function parseXml(bytes: Buffer): unknown {
  const xml = decode(bytes);
  const validity = XMLValidator.validate(xml);
  if (validity !== true)
    throw new XmlError(
      `It is not valid XML (${formatReason(validity.err.msg)}). Correct the feed, or download it again.`,
      validity.err.line,
    );
  try {
    return parser.parse(xml);
  } catch (error) {
    throw new XmlError(
      `Its XML can't be parsed (${formatReason((error as Error).message)}). Correct the feed, or download it again.`,
    );
  }
}

/** The parser ends some of its messages with a period. */
function formatReason(message: string): string {
  return message.replace(/\.$/, "");
}

function decode(bytes: Buffer): string {
  const decoder = openDecoder(bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    const wayOut = "Its byte order mark or XML declaration must name the encoding that it is saved in.";
    throw new XmlError(`It contains invalid ${decoder.encoding.toUpperCase()}. ${wayOut}`);
  }
}

function openDecoder(bytes: Buffer): TextDecoder {
  const start = bytes.toString("hex", 0, 3);
  const marked = MARKS.find(([mark]) => start.startsWith(mark))?.[1];
  if (marked) return new TextDecoder(marked, { fatal: true });
  const declared = DECLARED.exec(bytes.toString("latin1", 0, DECLARATION_BYTES))?.[1] ?? "utf-8";
  try {
    const decoder = new TextDecoder(declared, { fatal: true });
    // A declaration that can be read as ASCII is not in UTF-16. Feeds that declare UTF-16 like this are in UTF-8.
    return decoder.encoding.startsWith("utf-16") ? new TextDecoder("utf-8", { fatal: true }) : decoder;
  } catch {
    throw new XmlError(`Its encoding ${declared} is not supported. Save it as UTF-8, and declare that encoding.`);
  }
}
