/** What a section of the benchmark measured: a table of figures, by what was measured. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A figure as the tables show it. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
