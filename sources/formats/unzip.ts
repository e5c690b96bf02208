import { type Reader, unzipRaw } from "unzipit";

/** A file in a zip. */
export interface ZippedFile {
  /** Its path. */
  readonly name: string;
  readonly isEncrypted: boolean;
  /** Its size unpacked, as the zip says. */
  readonly bytes: number;
  /** @throws Error at the first byte beyond that size, or if it is damaged */
  unpack(): Promise<Uint8Array>;
}

/** The most bytes that are read at once: of the list of files, and of a file. A hostile list could fill the memory. */
const MAX_READ = 2 * 1_024 * 1_024;

/** Lists the files in a zip. @throws Error if it is damaged, or has a path that leaves its folder */
export async function openZip(bytes: Uint8Array): Promise<ZippedFile[]> {
  const { entries } = await unzipRaw(createReader(bytes));
  return entries.map((entry) => {
    verifyName(entry.name);
    return {
      name: entry.name,
      isEncrypted: entry.encrypted,
      bytes: entry.size,
      unpack: async () => new Uint8Array(await entry.arrayBuffer()),
    };
  });
}

function createReader(bytes: Uint8Array): Reader {
  return {
    getLength: async () => bytes.length,
    read: async (offset, length) => {
      if (length > MAX_READ) throw new RangeError("its list of files, or a file, is too long");
      return Uint8Array.from(bytes.subarray(offset, offset + length));
    },
  };
}

function verifyName(name: string): void {
  if (name.includes("\\")) throw new Error(`invalid characters in a path: ${name}`);
  if (/^[a-zA-Z]:|^\//.test(name)) throw new Error(`absolute path: ${name}`);
  if (name.split("/").includes("..")) throw new Error(`invalid relative path: ${name}`);
}
