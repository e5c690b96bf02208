import { InputError } from "../base/refusals.ts";

type Decoder = InstanceType<typeof TextDecoder>;

/** Matches the encoding in an XML declaration that is itself written in ASCII. */
const DECLARED = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/;

/** Length in bytes of the beginning that may hold a declaration. */
const DECLARATION_BYTES = 1_024;

/** The magic number of gzip (RFC 1952, section 2.3.1). */
const GZIP = "1f8b";

const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ["efbbbf", "utf-8"],
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
];

/**
 * Decodes an XML document as it comes. Its encoding is that of its byte order mark, else of its XML declaration, else
 * UTF-8.
 *
 * @throws InputError if the encoding is not supported, or is not that of the document
 */
export async function* decodeXml(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let undecoded: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    undecoded = Buffer.concat([undecoded, chunk]);
    if (!decoder && undecoded.length < DECLARATION_BYTES) continue;
    decoder ??= openDecoder(undecoded);
    yield decode(decoder, undecoded);
    undecoded = Buffer.alloc(0);
  }
  decoder ??= openDecoder(undecoded);
  yield decode(decoder, undecoded);
  yield decode(decoder);
}

/** Decodes the next bytes of a document, or without bytes its end. */
function decode(decoder: Decoder, bytes?: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    const wayOut = "Its byte order mark or XML declaration must name the encoding that it is saved in.";
    throw new InputError(`It contains invalid ${decoder.encoding.toUpperCase()}. ${wayOut}`);
  }
}

function openDecoder(start: Buffer): Decoder {
  const mark = start.toString("hex", 0, 3);
  if (mark.startsWith(GZIP)) throw new InputError("It is gzipped. Unpack it first.");
  const marked = MARKS.find(([one]) => mark.startsWith(one))?.[1];
  if (marked) return new TextDecoder(marked, { fatal: true });
  const declared = DECLARED.exec(start.toString("latin1", 0, DECLARATION_BYTES))?.[1] ?? "utf-8";
  try {
    const decoder = new TextDecoder(declared, { fatal: true });
    // A declaration that can be read as ASCII is not in UTF-16. Feeds that declare UTF-16 like this are in UTF-8.
    return decoder.encoding.startsWith("utf-16") ? new TextDecoder("utf-8", { fatal: true }) : decoder;
  } catch {
    throw new InputError(`Its encoding ${declared} is not supported. Save it as UTF-8, and declare that encoding.`);
  }
}
