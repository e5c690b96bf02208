/** Rows and different digits from which cells of one digit are taken for decimals. */
const MIN_ROWS = 10;
const MIN_DIGITS = 4;

const WHOLE = /^\d+$/;

/**
 * Finds numbers that a comma has cut in two cells: in the row `12,98,05`, whose second cell is the value, `98,05`. The cell beside
 * the value is the rest. In each row that has one, both are whole numbers then, and a rest begins with a 0 before another digit.
 * `98,5` is such a number, too, if the header of the rests has a `%`, all rests have one digit, and many rows have different ones.
 */
export class SplitNumbers {
  readonly #isPercent: boolean;
  readonly #rests = new Set<string>();
  #rows = 0;
  #first: string | undefined;
  /** The first number such as `98,05`, which shows it alone. */
  #padded: string | undefined;
  #isRefuted = false;

  /** @param header of the column of rests */
  constructor(header = "") {
    this.#isPercent = header.includes("%");
  }

  /** @param rest empty for a whole number, and without a column beside the values */
  add(value: string, rest: string): void {
    if (rest === "") return;
    this.#rows++;
    this.#isRefuted ||= !(WHOLE.test(value) && WHOLE.test(rest));
    this.#first ??= `${value},${rest}`;
    if (/^0\d/.test(rest)) this.#padded ??= `${value},${rest}`;
    this.#rests.add(rest);
  }

  /** The first such number; undefined if there is none. */
  get found(): string | undefined {
    if (this.#isRefuted) return undefined;
    return this.#padded ?? (this.#areDecimals ? this.#first : undefined);
  }

  /** Whether rests are probably decimals of one digit. */
  get #areDecimals(): boolean {
    const isOfOneDigit = [...this.#rests].every((text) => text.length === 1);
    return this.#isPercent && isOfOneDigit && this.#rows >= MIN_ROWS && this.#rests.size >= MIN_DIGITS;
  }
}
