/** A figure as the tables show it. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
