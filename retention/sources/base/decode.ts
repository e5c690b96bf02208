import { decodeUtf8 } from "../../../lib/bytes.ts";
import { concatBytes, startsWithBytes } from "./byte-arrays.ts";
import { isGzip } from "./gzip.ts";
import { InputError } from "./refusals.ts";

type Decoder = InstanceType<typeof TextDecoder>;

/** Matches the encoding in an XML declaration that is itself written in ASCII. Some feeds have blank lines before it. */
const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/;

/** Matches the encoding of a web page. */
const OF_PAGE = /^\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html)[\s>].*?<meta\s[^>]*?\bcharset\s*=\s*["']?([\w-]+)/is;

/** Length in bytes of the beginning that may hold a declaration. */
const DECLARATION_BYTES = 1_024;

/** How a web archive of Safari begins: it is a binary property list. */
const WEB_ARCHIVE = [0x62, 0x70, 0x6c, 0x69, 0x73, 0x74, 0x30, 0x30];

/** Byte order marks, and how XML in UTF-16 begins without one (XML 1.0, appendix F). */
const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0x3c, 0x00], "utf-16le"],
  [[0x00, 0x3c], "utf-16be"],
];

/**
 * Decodes an XML document as it comes. Its encoding is that of its byte order mark, else of its XML declaration, else
 * UTF-8. A web page that holds a feed declares its own.
 *
 * @throws InputError if the encoding is not supported, or is not that of the document
 */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let undecoded: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    undecoded = concatBytes([undecoded, chunk]);
    if (!decoder && undecoded.length < DECLARATION_BYTES) continue;
    decoder ??= openDecoder(undecoded);
    yield decode(decoder, undecoded);
    undecoded = new Uint8Array();
  }
  decoder ??= openDecoder(undecoded);
  yield decode(decoder, undecoded);
  yield decode(decoder);
}

/** Decodes the next bytes of a document, or without bytes its end. */
function decode(decoder: Decoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new InputError("other-encoding", `It contains invalid ${decoder.encoding.toUpperCase()}.`);
  }
}

/** Finds the encoding that the first bytes of a text name; undefined if they name none. */
export function findMarked(start: Uint8Array): string | undefined {
  return MARKS.find(([mark]) => startsWithBytes(start, mark))?.[1];
}

function openDecoder(start: Uint8Array): Decoder {
  if (isGzip(start)) throw new InputError("gzipped", "It is gzipped.");
  if (startsWithBytes(start, WEB_ARCHIVE)) throw new InputError("web-archive", "It is a web archive of Safari.");
  const marked = findMarked(start);
  if (marked) return new TextDecoder(marked, { fatal: true });
  const head = decodeUtf8(start.subarray(0, DECLARATION_BYTES));
  const declared = (DECLARED.exec(head) ?? OF_PAGE.exec(head))?.[1] ?? "utf-8";
  try {
    const decoder = new TextDecoder(declared, { fatal: true });
    // A declaration that can be read as ASCII is not in UTF-16. Feeds that declare UTF-16 like this are in UTF-8.
    return decoder.encoding.startsWith("utf-16") ? new TextDecoder("utf-8", { fatal: true }) : decoder;
  } catch {
    throw new InputError("unknown-encoding", `Its encoding ${declared} is not supported.`);
  }
}
