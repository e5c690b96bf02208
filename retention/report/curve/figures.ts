import { mean } from "d3-array";
import type { Kind } from "../../sources/base/kinds.ts";
import type { BinnedCurve } from "./levels/bins.ts";

/** A figure of a curve, in percent as in the chart. */
interface Figure<Value extends number | undefined> {
  /** What sentences call it: `after 1 min`. */
  readonly name: string;
  /** The time after which it tells how many are still there, such as `1 min`; undefined for figures of another kind. */
  readonly time: string | undefined;
  /** Computes it. Undefined where the curve can't tell: it is too short, or of another kind. */
  compute(curve: BinnedCurve, known: KnownOfCurve): Value;
}

/** What figures need besides the curve. */
export interface KnownOfCurve {
  /** Seconds at which the credits begin, if that is known. */
  readonly credits?: number | undefined;
  /** What 100 % is, if that is known. */
  readonly kind?: Kind | undefined;
}

/** The figures after a time are left out from this part of the length on. */
const MAX_PART = 0.8;

const LAST_PART = 0.95;

/** Who reaches the credits is read so many seconds before them, or a bin: the level at a time shows what is after it, too. */
const BEFORE_CREDITS = 5;

/** The figures, in order of time. What the report says of each is in report/usual/reported-figures.ts. */
export const FIGURES = {
  after30s: after(30, "30 s"),
  after1min: after(60, "1 min"),
  after5min: after(300, "5 min"),
  after20min: after(1_200, "20 min"),
  /** Mean over the whole length. */
  average: { name: "average", time: undefined, compute: ({ values }: BinnedCurve) => mean(values) ?? 0 },
  /** The part of the length that half of those who started hear: up to where the curve passes 50 %. 100 where it never does. */
  median: {
    name: "median listened",
    time: undefined,
    compute: (curve: BinnedCurve, { kind }: KnownOfCurve) =>
      kind === "starters" ? computeMedianListened(curve) : undefined,
  },
  /** Those who reach the credits. */
  credits: {
    name: "at the credits",
    time: undefined,
    compute: ({ getLevel, seconds }: BinnedCurve, { credits }: KnownOfCurve) =>
      credits === undefined ? undefined : getLevel(credits - Math.max(BEFORE_CREDITS, seconds)),
  },
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
export function computeFigures(curve: BinnedCurve, known: KnownOfCurve = {}): Figures {
  const entries = FIGURE_NAMES.map((name) => [name, FIGURES[name].compute(curve, known)]);
  // Those that every curve has are never undefined.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns the figure that tells who hears an episode to its end: the last 5 % may be credits, which many leave at. */
export function findEndFigure({ credits }: Partial<Figures>): "credits" | "last5percent" {
  return credits === undefined ? "last5percent" : "credits";
}

/** Returns the figure that tells who is still there after the opening: episodes of a minute or so have no first minute. */
export function findOpeningFigure({ after1min }: Partial<Figures>): "after1min" | "after30s" {
  return after1min === undefined ? "after30s" : "after1min";
}

/** Lists the figures that are told of a curve, of which one tells of its end. */
export function listTold(figures: Figures): FigureName[] {
  const end = findEndFigure(figures);
  return FIGURE_NAMES.filter((name) => figures[name] !== undefined && (name !== "last5percent" || name === end));
}

/** Tells how many are still there after a time. */
function after(seconds: number, time: string): Figure<number | undefined> {
  return {
    name: `after ${time}`,
    time,
    compute: ({ end, getLevel }) => (seconds < MAX_PART * end ? getLevel(seconds) : undefined),
  };
}

const HALF = 50;

/** Finds the last place that half are at, since a skipped passage may have fewer, in percent of the length. */
function computeMedianListened({ values, seconds, end }: BinnedCurve): number {
  const last = values.findLastIndex((value) => value >= HALF);
  const next = values[last + 1];
  if (next === undefined) return 100;
  // A bin's value is that of its middle; everybody is there at the start.
  const [level, time] = last < 0 ? [100, 0] : [values[last] ?? HALF, (last + 0.5) * seconds];
  const rest = (last + 1.5) * seconds - time;
  return Math.min(100, (100 * (time + (rest * (level - HALF)) / (level - next))) / end);
}
