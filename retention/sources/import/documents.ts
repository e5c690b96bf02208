import { loadDocument, type ParsedDocument, tryParseDocument } from "../formats/document.ts";
import { isZip, tryParseZip } from "../formats/zip.ts";
import { HarFile } from "../har/har-file.ts";
import { isHar } from "../har/har-scanner.ts";
import type { Input } from "../input/input.ts";

/**
 * Reads the documents of a file: the file itself, or the answers in a HAR file.
 *
 * @param format one of FORMAT_NAMES; if undefined, the format is detected from the content
 * @throws InputError if the file can't be read to its end
 */
export async function* readDocuments(
  { head, chunks }: Input,
  format: string | undefined,
): AsyncGenerator<ParsedDocument> {
  if (isHar(head)) {
    const har = new HarFile(format);
    await har.read(chunks);
    yield* har.readDocuments();
  } else {
    const bytes = await loadDocument(chunks);
    yield isZip(bytes) ? await tryParseZip(bytes, format) : tryParseDocument(bytes, format);
  }
}
