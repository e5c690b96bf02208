/** In the place of sources/base/spool.ts, which puts what exceeds 32 MB into a temporary file. A page has none. */
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
