/** Computes a count in percent of the curve's peak, to two decimals: 31 of 40 is 77.5. The peak must be above 0. */
export function computePercentage(count: number, peak: number): number {
  return Math.round((count * 10_000) / peak) / 100;
}
