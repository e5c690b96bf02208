/** In the place of sources/base/spool.ts: a page has no temporary files. */
export class Spool {
  readonly #entries: { readonly json: string; readonly bytes: Uint8Array }[] = [];

  async add({ json, bytes }: { readonly json: string; readonly bytes: Uint8Array }): Promise<void> {
    this.#entries.push({ json, bytes: Uint8Array.from(bytes) });
  }

  async *read() {
    yield* this.#entries;
  }

  async close(): Promise<void> {
    this.#entries.length = 0;
  }
}
