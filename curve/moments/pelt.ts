import { cumsum } from "d3-array";

/** Values that follow a straight line, from one index to another, exclusive. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** The line's values at the first and last index. */
  readonly first: number;
  readonly last: number;
}

/** Fewest values of a segment: a line through two is always exact, but a step may be as short as that. */
const MIN_LENGTH = 2;

/**
 * Splits a series into straight lines with PELT (Killick, Fearnhead and Eckley 2012, "Optimal Detection of Changepoints
 * With a Linear Computational Cost", Journal of the American Statistical Association 107). PELT finds the split with
 * the smallest sum of squared residuals plus a penalty per segment.
 *
 * @param penalty in the square of the values' unit
 */
export function splitIntoLines(values: readonly number[], penalty: number): Segment[] {
  const sums = new LineSums(values);
  const best = new Float64Array(values.length + 1).fill(Number.POSITIVE_INFINITY);
  const starts = new Uint32Array(values.length + 1);
  const costs = new Float64Array(values.length + 1);
  best[0] = -penalty;
  let candidates: number[] = [];
  for (let end = MIN_LENGTH; end <= values.length; end++) {
    if (Number.isFinite(best[end - MIN_LENGTH])) candidates.push(end - MIN_LENGTH);
    for (const from of candidates) {
      const cost = (best[from] ?? 0) + sums.computeResidual(from, end);
      costs[from] = cost;
      if (cost + penalty >= (best[end] ?? 0)) continue;
      best[end] = cost + penalty;
      starts[end] = from;
    }
    // A start whose cost passes the total can never be the best again: further values only add to it.
    candidates = candidates.filter((from) => (costs[from] ?? 0) <= (best[end] ?? 0));
  }
  const segments: Segment[] = [];
  for (let end = values.length; end > 0; end = starts[end] ?? 0)
    segments.unshift({ from: starts[end] ?? 0, to: end, ...sums.fitLine(starts[end] ?? 0, end) });
  return segments;
}

/** Running sums of a series, from which the least-squares line of any part of it follows in constant time. */
class LineSums {
  readonly #y: Float64Array;
  readonly #yy: Float64Array;
  readonly #xy: Float64Array;

  constructor(values: readonly number[]) {
    this.#y = sumUp(values);
    this.#yy = sumUp(values.map((value) => value * value));
    this.#xy = sumUp(values.map((value, index) => value * index));
  }

  /** Computes the sum of squared residuals of the line. */
  computeResidual(from: number, to: number): number {
    const count = to - from;
    const sum = sumBetween(this.#y, from, to);
    const common = sumBetween(this.#xy, from, to) - ((from + to - 1) / 2) * sum;
    const explained = (sum * sum) / count + (12 * common * common) / (count * count * count - count);
    return Math.max(0, sumBetween(this.#yy, from, to) - explained);
  }

  fitLine(from: number, to: number): { first: number; last: number } {
    const count = to - from;
    const sum = sumBetween(this.#y, from, to);
    const common = sumBetween(this.#xy, from, to) - ((from + to - 1) / 2) * sum;
    const half = (6 * common) / (count * (count + 1));
    return { first: sum / count - half, last: sum / count + half };
  }
}

function sumUp(values: readonly number[]): Float64Array {
  return Float64Array.of(0, ...cumsum(values));
}

function sumBetween(sums: Float64Array, from: number, to: number): number {
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}
