/** A count in percent of the curve's peak, which is above 0, to two decimals: 31 of 40 is 77.5. */
export function computePercentage(count: number, peak: number): number {
  return Math.round((count * 10_000) / peak) / 100;
}
