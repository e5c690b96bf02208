/** How many of some did something. */
export interface Part {
  readonly hits: number;
  readonly of: number;
}

/**
 * Computes the two-sided probability that chance takes the shares of two groups as far apart, given how many did it in
 * both together (Fisher 1935): of a sample that has grown, those who came since are a random part of all if nothing has
 * changed. Counting half of the observed outcome (mid-p) would be wrong more often than it says where few came since.
 */
export function computeFisherP(one: Part, other: Part): number {
  const [all, hits] = [one.of + other.of, one.hits + other.hits];
  const margins = logFactorial(hits) + logFactorial(all - hits) + logFactorial(one.of) + logFactorial(other.of);
  const observed = Math.exp(
    margins -
      logFactorial(all) -
      [one.hits, one.of - one.hits, other.hits, other.of - other.hits].map(logFactorial).reduce((a, b) => a + b),
  );
  const sumTail = (direction: 1 | -1) => {
    let [term, total, a] = [observed, 0, one.hits];
    // From an outcome to the next, the probability changes by the ratio of four numbers.
    for (; term > 1e-30 && term > 1e-12 * total; a += direction) {
      const [b, c, d] = [one.of - a, hits - a, other.of - hits + a];
      const [up, down] = direction > 0 ? [b * c, (a + 1) * (d + 1)] : [a * d, (b + 1) * (c + 1)];
      term *= up / down;
      total += term;
    }
    return total;
  };
  return Math.min(1, 2 * (Math.min(sumTail(1), sumTail(-1)) + observed));
}

/** Stirling's series, within 0.001 for 1, and far less for more. */
function logFactorial(n: number): number {
  if (n < 2) return 0;
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3);
}
