/**
 * In the place of sources/base/digest-table.ts, which keeps SHA-256 digests of millions of texts. A page has fewer texts, and browsers
 * have no synchronous digest.
 */
export class DigestTable {
  readonly #numbers = new Map<string, Uint32Array>();
  readonly #length: number;

  constructor(length = 4) {
    this.#length = length;
  }

  at(text: string): Uint32Array {
    const known = this.#numbers.get(text) ?? new Uint32Array(this.#length);
    this.#numbers.set(text, known);
    return known;
  }
}
