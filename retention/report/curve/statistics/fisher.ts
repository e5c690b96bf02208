import { sum } from "d3-array";

/** How many of some did something. */
export interface Part {
  readonly hits: number;
  readonly of: number;
}

/**
 * Computes the two-sided probability of an outcome that is no more probable than this one, given how many did it in both
 * groups together (Fisher 1935): of a sample that has grown, those who came since are a random part of all if nothing has
 * changed. Counting half of this outcome (mid-p) would be wrong more often than it says where few came since.
 */
export function computeFisherP(one: Part, other: Part): number {
  const hits = one.hits + other.hits;
  const weigh = (a: number) => -sum([a, one.of - a, hits - a, other.of - hits + a], logFactorial);
  const observed = weigh(one.hits);
  let [total, tail] = [0, 0];
  for (let a = Math.max(0, hits - other.of); a <= Math.min(one.of, hits); a++) {
    const weight = Math.exp(weigh(a) - observed);
    total += weight;
    if (weight < 1 + 1e-7) tail += weight;
  }
  return tail / total;
}

/** Stirling's series. */
function logFactorial(n: number): number {
  if (n < 2) return 0;
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3);
}
