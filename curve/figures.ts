import { mean } from "d3-array";
import type { BinnedCurve } from "./levels/bins.ts";

/** A figure of a curve, in percent as in the chart, and how reports tell of it. */
interface Figure<Value extends number | undefined> {
  /** Seconds after which it tells how many are still there; undefined for figures of another kind. */
  readonly seconds: number | undefined;
  /** Computes it. Undefined where the curve is too short to tell. */
  compute(curve: BinnedCurve): Value;
  /** In sentences, as in `after 1 min 55 %, usual 78 %`. */
  readonly name: string;
  /** Label of its row in the table of an episode's figures. */
  readonly row: string;
  /** Its column in the table of episodes: the name at its head, and what the numbers are. Undefined if it has none. */
  readonly column: { readonly name: string; readonly meaning: string } | undefined;
  /** Whether episodes of any length have it in common, because it is of their opening. */
  readonly isOfOpening: boolean;
  /** Whether it is compared before and after a date. */
  readonly isOfChange: boolean;
  /** Whether an episode is untypical if it differs from the others in it. More of them make each test stricter. */
  readonly isTested: boolean;
}

/** The figures after a time are left out from this part of the length on. */
const MAX_PART = 0.8;

const LAST_PART = 0.95;

/** Tells how many are still there after a time. */
function after(seconds: number): Pick<Figure<number | undefined>, "seconds" | "compute"> {
  return { seconds, compute: ({ end, getLevel }) => (seconds < MAX_PART * end ? getLevel(seconds) : undefined) };
}

/** The figures, in order of time. Whoever adds one adds it here. */
export const FIGURES = {
  after30s: {
    ...after(30),
    name: "after 30 s",
    row: "Still there after 30 s",
    column: undefined,
    isOfOpening: true,
    isOfChange: false,
    isTested: false,
  },
  after1min: {
    ...after(60),
    name: "after 1 min",
    row: "after 1 min",
    column: { name: "1 min", meaning: "Percent still there after 1 minute" },
    isOfOpening: true,
    isOfChange: true,
    isTested: true,
  },
  after5min: {
    ...after(300),
    name: "after 5 min",
    row: "after 5 min",
    column: { name: "5 min", meaning: "Percent still there after 5 minutes" },
    isOfOpening: false,
    isOfChange: true,
    isTested: false,
  },
  /** Mean over the whole length. */
  average: {
    seconds: undefined,
    compute: ({ values }: BinnedCurve) => mean(values) ?? 0,
    name: "average",
    row: "On average",
    column: { name: "Average", meaning: "Average in percent of the peak, or of what a platform calls 100 percent" },
    isOfOpening: false,
    isOfChange: true,
    isTested: true,
  },
  /** Those who reach the last 5 % of the file. */
  last5percent: {
    seconds: undefined,
    compute: ({ end, getLevel }: BinnedCurve) => getLevel(LAST_PART * end),
    name: "last 5 %",
    row: "Reach the last 5\u00a0%",
    column: { name: "Last 5\u00a0%", meaning: "Percent who reach the last 5 percent" },
    isOfOpening: false,
    isOfChange: true,
    isTested: true,
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

/** Lists the figures that have something in common. */
export function selectFigures(flag: "isOfOpening" | "isOfChange" | "isTested"): readonly FigureName[] {
  return FIGURE_NAMES.filter((name) => FIGURES[name][flag]);
}

/** Returns the name of a figure with a capital, as at the head of a line: `After 1 min`. */
export function capitalizeFigure(name: FigureName): string {
  const text = FIGURES[name].name;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Computes the figures of a curve. The last second is never read: an outro empties it, and so does a wrong duration. */
export function computeFigures(curve: BinnedCurve): Figures {
  const entries = FIGURE_NAMES.map((name) => [name, FIGURES[name].compute(curve)]);
  // Those that every curve has are never undefined.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
