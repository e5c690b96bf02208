import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Entry, type Spool, SpoolError } from "./platform.ts";

/** Bytes that are kept in memory. More go to a temporary file. */
const MAX_MEMORY = 32 * 1_024 * 1_024;

/** Two lengths of 32 bits. */
const HEADER_BYTES = 8;

export const createSpool = (): Spool => new SpoolOnDisk();

/** {@link Spool} on Node.js: in memory, and beyond 32 MB in a temporary file. Its twin is studio/browser/spool-in-memory.ts. */
export class SpoolOnDisk implements Spool {
  readonly #maxMemory: number;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #file: FileHandle | undefined;

  constructor(maxMemory = MAX_MEMORY) {
    this.#maxMemory = maxMemory;
  }

  /** @throws SpoolError if the temporary file can't be written */
  async add({ json, bytes }: Entry): Promise<void> {
    const text = Buffer.from(json);
    // A copy outside of Node's pool of buffers: the bytes may be a view of a much larger buffer, which would stay in memory.
    const frame = Buffer.allocUnsafeSlow(HEADER_BYTES + text.length + bytes.length);
    frame.writeUInt32LE(text.length, 0);
    frame.writeUInt32LE(bytes.length, 4);
    frame.set(text, HEADER_BYTES);
    frame.set(bytes, HEADER_BYTES + text.length);
    this.#pending.push(frame);
    this.#pendingBytes += frame.length;
    if (this.#pendingBytes > this.#maxMemory) await this.#flush().catch(explainUnwritable);
  }

  /** Reads all entries. */
  async *read(): AsyncGenerator<Entry> {
    let known: Buffer = Buffer.alloc(0);
    for await (const chunk of this.#readChunks()) {
      known = known.length === 0 ? chunk : Buffer.concat([known, chunk]);
      for (let length = findLength(known); length <= known.length; length = findLength(known)) {
        const jsonEnd = HEADER_BYTES + known.readUInt32LE(0);
        yield { json: known.toString("utf8", HEADER_BYTES, jsonEnd), bytes: known.subarray(jsonEnd, length) };
        known = known.subarray(length);
      }
    }
  }

  async close(): Promise<void> {
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file?.close();
    this.#file = undefined;
  }

  async *#readChunks(): AsyncGenerator<Buffer> {
    if (this.#file) {
      const stream = this.#file.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1_024 });
      for await (const chunk of stream) yield chunk;
    }
    for (const frame of this.#pending) yield Buffer.from(frame.buffer, frame.byteOffset, frame.length);
  }

  async #flush(): Promise<void> {
    this.#file ??= await openTemporary();
    await this.#file.appendFile(Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

/** Returns the length of the first entry, or infinity if not even its header is known. */
function findLength(known: Buffer): number {
  if (known.length < HEADER_BYTES) return Number.POSITIVE_INFINITY;
  return HEADER_BYTES + known.readUInt32LE(0) + known.readUInt32LE(4);
}

/** Opens a file that has no name any more, so that nothing is left of it however the process ends. */
async function openTemporary(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "performance-charts-"));
  try {
    return await open(join(folder, "charts"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function explainUnwritable(error: Error): never {
  throw new SpoolError(`Can't write to the folder for temporary files, ${tmpdir()} (${error.message}).`);
}
