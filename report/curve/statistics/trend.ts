import { median, sum } from "d3-array";

/** Fewest values from which a trend is told. */
const MIN_VALUES = 6;

/**
 * Finds by how much values rise from one to the next: the median slope of all pairs (Theil 1950, Sen 1968), if Kendall's
 * test (1938) tells it from chance.
 *
 * @param values in order of time
 * @param limit the score, in standard deviations, that chance rarely passes
 */
export function findTrend(values: readonly number[], limit: number): number | undefined {
  const count = values.length;
  const slopes = values.flatMap((one, index) =>
    values.slice(index + 1).map((other, distance) => (other - one) / (distance + 1)),
  );
  const score = sum(slopes, Math.sign) / Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  return count >= MIN_VALUES && Math.abs(score) > limit ? median(slopes) : undefined;
}
