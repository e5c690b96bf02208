import type { NumberTable } from "../../sources/base/platform.ts";

const NUMBERS = 4;

export const createNumberTable = (): NumberTable => new TextTable();

/**
 * {@link NumberTable} in a page, which has fewer texts and can keep them, and no synchronous digest. Its twin is
 * sources/base/digest-table.ts.
 */
class TextTable implements NumberTable {
  readonly #numbers = new Map<string, Uint32Array>();

  at(text: string): Uint32Array {
    const known = this.#numbers.get(text) ?? new Uint32Array(NUMBERS);
    this.#numbers.set(text, known);
    return known;
  }
}
