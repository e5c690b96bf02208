import { max, mean } from "d3-array";
import type { BinnedCurve } from "../levels/bins.ts";
import { computePoissonDeviations } from "../statistics/limits.ts";
import { computeUpperMad } from "../statistics/spread.ts";

/** The change of a curve between the means of two short windows. Sizes are percentage points, falls are positive. */
export interface Change {
  /** Seconds: the middles of the two windows. */
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
  /** What the curve falls at its own rate, seen from both sides. */
  readonly expected: number;
  /** The change beyond that. */
  readonly size: number;
  /** Standard deviation of chance. */
  readonly deviation: number;
  /** The size in standard deviations. */
  readonly z: number;
}

/** Where a curve falls, and how far. */
export type Fall = Pick<Change, "from" | "to" | "before" | "after" | "size">;

/** Seconds between the two windows, at most a part of the episode. Slow losses need the longest. */
const LAGS = [15, 30, 60, 90, 180];
const MAX_PART = 0.12;

/** Seconds of a window. */
const WINDOW = 10;

/** Seconds on each side in which the curve's own rate is read, and fewest of which it is. */
const SIDE = 180;
const MIN_SIDE = 45;

/** Fewest places from which noise is measured. */
const MIN_PLACES = 8;

/** The changes of a curve at every place, for several lags. */
export interface Changes {
  readonly changes: readonly Change[];
  /** Number of independent tests: longer lags repeat what the shortest ones test. */
  readonly tests: number;
}

/** Computes the changes of a curve between its opening and its ending, which begin and end at seconds. */
export function computeChanges(curve: BinnedCurve, start: number, stop: number): Changes {
  const { seconds, values, end } = curve;
  const width = Math.max(1, Math.round(WINDOW / seconds));
  const levels = values.map((_, i) => mean(values.slice(i, i + width)) ?? 0);
  const lags = LAGS.filter((lag) => lag <= MAX_PART * end).map((lag) => Math.max(width, Math.round(lag / seconds)));
  const sets = [...new Set(lags.length > 0 ? lags : [width])].map((lag) => {
    const first = Math.ceil(start / seconds);
    return computeSet(curve, { levels, width, lag, first, last: Math.floor(stop / seconds) - lag - width });
  });
  return { changes: sets.flatMap(({ changes }) => changes), tests: max(sets, ({ tests }) => tests) ?? 0 };
}

/** The places at which changes of one lag begin. All members but the levels are numbers of bins. */
interface LagPlaces {
  /** Means of a window from each bin on. */
  readonly levels: readonly number[];
  readonly width: number;
  readonly lag: number;
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
}

function computeSet({ seconds, step, flux }: BinnedCurve, places: LagPlaces): Changes {
  const { levels, width, lag, first, last } = places;
  if (last - first < MIN_PLACES) return { changes: [], tests: 0 };
  const starts = levels.slice(first, last);
  const shares = starts.map((level, index) => 1 - (levels[first + index + lag] ?? 0) / (level || 1));
  // Noise may grow with the level or not: the larger one counts.
  const spread = computeUpperMad(shares);
  const points = computeUpperMad(shares.map((share, index) => share * (starts[index] ?? 0)));
  const length = lag * seconds;
  const changes = starts.flatMap((before, index): Change[] => {
    if (before <= 0) return [];
    const at = first + index;
    const after = levels[at + lag] ?? 0;
    const expected = computeOwnRate(places, at, seconds) * lag * before;
    const noise = Math.max(spread * before, points, Math.sqrt(step * flux * length * before));
    // The rates of the sides are uncertain, too, the more the longer the lag.
    const deviation = noise * Math.sqrt(1 + length / SIDE);
    const size = after < before ? Math.max(0, before - after - expected) : before - after;
    const from = (at + width / 2) * seconds;
    const z = computePoissonDeviations(size, deviation, step);
    return [{ from, to: from + length, before, after, expected, size, deviation, z }];
  });
  return { changes, tests: (starts.length * seconds) / length };
}

/**
 * Computes at what exponential rate per bin listeners leave around a change: the larger one of both sides, because a
 * convex decline is steeper before, and a concave one after.
 */
function computeOwnRate({ levels, lag, last }: LagPlaces, at: number, seconds: number): number {
  const side = Math.max(1, Math.round(SIDE / seconds));
  const rate = (from: number, to: number) => {
    if ((to - from) * seconds < MIN_SIDE) return 0;
    return Math.log(((levels[from] ?? 0) + 1e-9) / ((levels[to] ?? 0) + 1e-9)) / (to - from);
  };
  const after = Math.min(last + lag, at + lag + side);
  return Math.max(0, rate(Math.max(0, at - side), at), rate(at + lag, after));
}
