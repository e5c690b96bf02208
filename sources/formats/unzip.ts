import { fromBufferPromise } from "yauzl";

/** A file in a zip. */
export interface ZippedFile {
  /** Its path. */
  readonly name: string;
  readonly isEncrypted: boolean;
  /** Its size unpacked, as the zip says. */
  readonly bytes: number;
  /** Fails at the first byte beyond that size. */
  unpack(): Promise<Buffer>;
}

/**
 * Lists the files in a zip. The page that runs in browsers has studio/browser/unzip.ts in its place.
 *
 * @throws Error if it is damaged, or has a path that leaves its folder
 */
export async function* openZip(bytes: Buffer): AsyncGenerator<ZippedFile> {
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    yield {
      name: entry.fileName,
      isEncrypted: entry.isEncrypted(),
      bytes: entry.uncompressedSize,
      unpack: async () => Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray()),
    };
}
