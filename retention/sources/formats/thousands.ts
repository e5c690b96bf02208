/** A number whose point may stand before thousands, as German, Italian and Spanish programs write them. */
const GROUPED = /^[1-9]\d{0,2}\.\d{3}$/;

const WHOLE = /^\d+$/;

/**
 * Finds a number such as `1.200` in a column that probably means 1200: the column's numbers without a point are below
 * 1000, and not all 0; none has other decimals; and from row to row it jumps less with thousands than with decimals. In the column
 *
 *     1.200   1.050   980   870
 *
 * it finds `1.200`: as decimals, the numbers would jump from 1.05 to 980.
 */
export class Thousands {
  readonly #asDecimals = new Jumps();
  readonly #asThousands = new Jumps();
  /** The first number such as `1.200`. */
  #first: string | undefined;
  /** Whether there is a number such as `980`. A 0 is written alike in both. */
  #hasOthers = false;
  /** Whether there is a number such as `0.5` or `2000`, which nobody writes beside `1.200` for 1200. */
  #isRefuted = false;

  /** @param text a number of 0 or more, as its cell has it: a decimal comma refutes thousands */
  add(text: string): void {
    const value = Number(text);
    const isGrouped = GROUPED.test(text);
    if (isGrouped) this.#first ??= text;
    else if (value >= 1_000 || !WHOLE.test(text)) this.#isRefuted = true;
    else this.#hasOthers ||= value > 0;
    this.#asDecimals.add(value);
    this.#asThousands.add(isGrouped ? 1_000 * value : value);
  }

  /** The first such number; undefined if there is none. */
  get found(): string | undefined {
    const isLikely = this.#hasOthers && !this.#isRefuted && this.#asThousands.share < this.#asDecimals.share;
    return isLikely ? this.#first : undefined;
  }
}

/** How far the numbers of a column jump from one to the next, added up, in relation to the largest one. */
class Jumps {
  #last: number | undefined;
  #sum = 0;
  #max = 0;

  add(value: number): void {
    this.#sum += Math.abs(value - (this.#last ?? value));
    this.#max = Math.max(this.#max, value);
    this.#last = value;
  }

  /** NaN if all numbers are 0. */
  get share(): number {
    return this.#sum / this.#max;
  }
}
