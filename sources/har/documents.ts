import { loadDocument, type ParsedDocument, tryParseDocument } from "../formats/document.ts";
import { isZip, tryParseZip } from "../formats/zip.ts";
import { isHar } from "../input/har.ts";
import type { Input } from "../input/input.ts";
import { HarFile } from "./har-file.ts";

/**
 * Reads the documents of a file: the file itself, or the answers in a HAR file.
 *
 * @param format one of FORMAT_NAMES; if undefined, the format is detected from the content
 * @param say called with lines about what was in a HAR file
 * @throws InputError if the file can't be read to its end
 */
export async function* readDocuments(
  { head, chunks }: Input,
  format: string | undefined,
  say: (line: string) => void,
): AsyncGenerator<ParsedDocument> {
  if (!isHar(head)) {
    const bytes = await loadDocument(chunks);
    yield isZip(bytes) ? await tryParseZip(bytes, format) : tryParseDocument(bytes, format);
    return;
  }
  const har = await HarFile.read(chunks, format);
  for (const line of har.formatSummary()) say(line);
  yield* har.readDocuments();
}
