import type { CurvePoint } from "./platform-curve.ts";

/** Follows how far the rows of a table reach, in any order. */
export class Reach {
  readonly #unit: number;
  #last = Number.NEGATIVE_INFINITY;
  #secondLast = Number.NEGATIVE_INFINITY;

  /** @param unit the length of the bin of an only row */
  constructor(unit: number) {
    this.#unit = unit;
  }

  /** @param at the start of a row's bin */
  add(at: number): void {
    if (at > this.#last) [this.#secondLast, this.#last] = [this.#last, at];
    else if (at < this.#last) this.#secondLast = Math.max(this.#secondLast, at);
  }

  /** The end of the last bin, which is as long as the one before it. */
  get end(): number {
    const step = this.#last - this.#secondLast;
    return this.#last + (Number.isFinite(step) ? step : this.#unit);
  }
}

/** Computes where the last bin of points ends, in the unit of `at`. */
export function computeReach(points: readonly CurvePoint[]): number {
  const reach = new Reach(0);
  for (const { at } of points) reach.add(at);
  return reach.end;
}
