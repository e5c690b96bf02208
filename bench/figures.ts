/** The table of a section: figures by row and column, such as `{"token": {"CPU ms": 2.22, "of bare": 1.49}}`. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Rounds a figure to two decimals. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
