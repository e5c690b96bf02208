import { mean } from "d3-array";
import type { BinnedCurve } from "./levels/bins.ts";

/** A figure of a curve, in percent as in the chart. */
interface Figure<Value extends number | undefined> {
  /** What sentences call it: `after 1 min`. */
  readonly name: string;
  /** The time after which it tells how many are still there, such as `1 min`; undefined for figures of another kind. */
  readonly time: string | undefined;
  /** Computes it. Undefined where the curve is too short to tell. */
  compute(curve: BinnedCurve): Value;
}

/** The figures after a time are left out from this part of the length on. */
const MAX_PART = 0.8;

const LAST_PART = 0.95;

/** The figures, in order of time. What the report says of each is in report/reported-figures.ts. */
export const FIGURES = {
  after30s: after(30, "30 s"),
  after1min: after(60, "1 min"),
  after5min: after(300, "5 min"),
  after20min: after(1_200, "20 min"),
  /** Mean over the whole length. */
  average: { name: "average", time: undefined, compute: ({ values }: BinnedCurve) => mean(values) ?? 0 },
  /** Those who reach the last 5 % of the file. */
  last5percent: {
    name: "last 5\u00a0%",
    time: undefined,
    compute: ({ end, getLevel }: BinnedCurve) => getLevel(LAST_PART * end),
  },
} satisfies Readonly<Record<string, Figure<number | undefined>>>;

export type FigureName = keyof typeof FIGURES;

/** Names of the figures that every curve has. */
type Sure = { [Name in FigureName]: undefined extends Value<Name> ? never : Name }[FigureName];
type Value<Name extends FigureName> = ReturnType<(typeof FIGURES)[Name]["compute"]>;

/** How many are still there, in percent as in the chart. */
export type Figures = Readonly<Record<Sure, number> & Partial<Record<Exclude<FigureName, Sure>, number>>>;

/** The names, in the order of the table. */
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

/** Computes the figures of a curve. The last second is never read: an outro empties it, and so does a wrong duration. */
export function computeFigures(curve: BinnedCurve): Figures {
  const entries = FIGURE_NAMES.map((name) => [name, FIGURES[name].compute(curve)]);
  // Those that every curve has are never undefined.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Tells how many are still there after a time. */
function after(seconds: number, time: string): Figure<number | undefined> {
  return {
    name: `after ${time}`,
    time,
    compute: ({ end, getLevel }) => (seconds < MAX_PART * end ? getLevel(seconds) : undefined),
  };
}
