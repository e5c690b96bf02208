import type { Entry, Spool } from "../../sources/base/platform.ts";

export const createSpool = (): Spool => new SpoolInMemory();

/** {@link Spool} in a page, which has no temporary files. Its twin is sources/base/spool-on-disk.ts. */
class SpoolInMemory implements Spool {
  readonly #entries: Entry[] = [];

  async add({ json, bytes }: Entry): Promise<void> {
    // A copy: the bytes may be a view of a much larger buffer, which would stay in memory.
    this.#entries.push({ json, bytes: Uint8Array.from(bytes) });
  }

  async *read(): AsyncGenerator<Entry> {
    yield* this.#entries;
  }

  async close(): Promise<void> {
    this.#entries.length = 0;
  }
}
