/** Part of a minute by which computed distances may differ. */
const NOISE = 1e-6;

/**
 * Finds out whether a column of minutes has minutes and seconds behind a point: in `0.50 1.00 1.10`, rows are 10 seconds apart. No
 * fraction is above .59 then, and as seconds, the fractions divide a minute evenly. As decimals, the rows are not evenly apart.
 */
export class MinuteSeconds {
  /** Hundredths of a minute, or seconds. */
  readonly #fractions = new Set<number>();
  readonly #distances: number[] = [];
  #last: number | undefined;
  #max = 0;

  add(minutes: number): void {
    this.#fractions.add(Math.round((minutes % 1) * 1e8) / 1e6);
    if (this.#last !== undefined) this.#distances.push(minutes - this.#last);
    this.#last = minutes;
    this.#max = Math.max(this.#max, minutes);
  }

  get isLikely(): boolean {
    const [first = 0] = this.#fractions;
    const distance = 60 / this.#fractions.size;
    const areSeconds = [...this.#fractions].every((second) => second < 60 && (second - first) % distance === 0);
    const areEven = this.#distances.every((each) => Math.abs(each - (this.#distances[0] ?? 0)) < NOISE);
    return this.#fractions.size > 1 && this.#max >= 1 && areSeconds && !areEven;
  }
}
