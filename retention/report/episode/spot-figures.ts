import { max, mean, range } from "d3-array";
import { UNITS, type Unit } from "../../sources/base/kinds.ts";
import type { SpotPlace } from "../../sources/base/spot-place.ts";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import { computeRate } from "../curve/levels/levels.ts";
import { computeWilsonInterval, type Interval } from "../curve/statistics/limits.ts";
import type { Source } from "./source-comparison.ts";

type SpotSpan = Pick<SpotPlace, "from" | "to">;

/** A part of those there before a spot and those in a row with it, from 0 to 1, with an interval of 95 % if people or plays are counted. */
interface SpotShare extends Partial<Interval> {
  readonly share: number;
}

/** A spot in the curve of a source, such as `YouTube`, at the times of that. */
export interface Spot extends Omit<SpotPlace, "guid"> {
  readonly source: string;
  readonly unit: Unit;
  /** There as it begins, and after its row: parts of 100 %, above 1 where replays count. */
  readonly present: number;
  readonly after: number;
  /** People or plays that 100 % are, if they are counted. */
  readonly whole?: number;
  /** There before the row, and no more after it. Undefined if the curve has too few points. */
  readonly left?: SpotShare;
  /** Missing in its second half, and there again after the row. Undefined if too little follows, too. */
  readonly skipped?: SpotShare;
}

/** Spots with less between them are in a row, in seconds: who skips two is back after the second. */
const BETWEEN = 10;
/** Who skips by jumps comes back up to so many seconds late. */
const LATE = 45;
/** Seconds on each side from which is read how fast listeners leave anyway. */
const SIDE = 120;
/** Nearer to the end, nobody can tell who comes back from who leaves in the outro, which is so long at most. */
const ENDING = 150;
const OUTRO = 60;
/** Who skips a spot hears its first seconds: with fewer bins in it, the rest is in none alone. */
const MIN_BINS = 4;
/** Seconds of a spot that is found by what is said, as most are longer. */
const SHORT = 30;
/** The first seconds are known of curves with points of at most so many seconds. */
const FINE = 2;
/** Part of those there by which a level may be wrong that is read in an outro. */
const STEEP = 0.02;

/** Normal quantile of what is called skipped, which is of many spots. */
const Z_CLAIM = 3.3;

/** Measures spots in a curve (bench/simulators/spot-listeners.ts). @param spots in order of time */
export function measureSpots(source: Source, spots: readonly SpotPlace[]): Spot[] {
  let row = { from: 0, to: Number.NEGATIVE_INFINITY };
  const rows = spots.map(({ from, to }) => {
    if (from - row.to >= BETWEEN) row = { from, to };
    row.to = Math.max(row.to, to);
    return row;
  });
  return spots.map(({ guid: _, ...spot }, index) => {
    const figures = measureSpot(source, spot, rows[index] ?? spot);
    return { ...spot, source: source.name, unit: UNITS[source.kind], ...figures };
  });
}

/** @param row from the first to the last of the spots in a row that it is one of */
function measureSpot({ curve, listeners }: Source, { from, to, isOpen }: Omit<SpotPlace, "guid">, row: SpotSpan) {
  // Where nobody knows how long a spot is, it is as long as a short one.
  const stop = isOpen ? from + SHORT : to;
  const isShort = stop - from < MIN_BINS * curve.seconds;
  const hasAfter = curve.end - row.to >= ENDING;
  const before = readBefore(curve, row.from);
  const end = { after: readBefore(curve, Math.min(row.to, curve.end)), rate: 0, off: STEEP };
  const { after = 0, rate, off } = hasAfter ? readAfter(curve, { from, to }, row) : end;
  const figures = {
    present: (readBefore(curve, from) ?? curve.getLevel(from)) / 100,
    after: after / 100,
    ...(listeners !== undefined && { whole: Math.round(100 / curve.step) }),
  };
  if (!before || (isShort && !hasAfter)) return figures;
  const tell = listeners === undefined ? ({ share }: SpotShare) => ({ share }) : (counted: SpotShare) => counted;
  const people = before / curve.step;
  const chance = curve.flux * LATE + people * off ** 2;
  const left = estimate(1 - after / before, people, chance);
  if (isShort || !hasAfter) return { ...figures, left: tell(left) };
  const half = (stop - from) / 2;
  const bins = [stop - half, stop].map((time) => Math.floor(time / curve.seconds + 1e-6));
  const within = mean(curve.values.slice(...bins)) ?? 0;
  const missing = (after * Math.exp(rate * (row.to - stop + half / 2)) - within) / before;
  const { share, low, high } = estimate(missing, people, chance);
  const isChance = people * share <= 1 + Z_CLAIM * Math.sqrt(people * chance);
  // Who left in a later spot of the row is not there after it, whether or not this one was heard.
  const later = to < row.to ? Math.max(0, left.share - rate * (row.to - row.from)) : 0;
  const skipped = { share, low: isChance ? 0 : low, high: Math.min(1, high + later) };
  return { ...figures, left: tell(left), skipped: tell(skipped) };
}

/** Reads the level as a time comes, as it was going, in percent. Undefined where nothing is before it. */
function readBefore({ seconds, values, gap }: BinnedCurve, time: number): number | undefined {
  const next = Math.min(values.length, Math.floor(time / seconds + 1e-6));
  const [last, one] = [values[next - 1], values[next - 2]];
  if (last === undefined || one === undefined)
    return gap > FINE ? undefined : last === undefined ? 100 : 2 * last - 100;
  return Math.max(0, last + (time / seconds - next + 0.5) * (last - one));
}

/** Reads the level after a row, once those who skip are back, without those who have left meanwhile, and by which part it may be off. */
function readAfter(curve: BinnedCurve, spot: SpotSpan, { from, to }: SpotSpan) {
  const compute = (start: number, stop: number) => Math.max(0, computeRate(curve, start, stop));
  const later = compute(to + LATE, Math.min(curve.end - OUTRO, to + LATE + SIDE));
  // The slower side, because an outro is steep. In an opening, it is between what is steeper and what is less steep: a spot of two bins has no rate.
  const steeper = () => compute((spot.from + spot.to) / 2, spot.to - curve.seconds);
  const rate = from >= SIDE ? Math.min(later, compute(from - SIDE, from)) : (mean([later, steeper()]) ?? 0);
  const times = range(curve.seconds, LATE + 2 * curve.seconds, curve.seconds);
  const after = max(times, (late) => curve.getLevel(to + late) * Math.exp(rate * late));
  return { after, rate, off: (rate * LATE) / 2 };
}

/** @param variance of what comes and goes anyway, for each of the people */
function estimate(part: number, people: number, variance: number) {
  const share = Math.min(1, Math.max(0, part));
  return { share, ...computeWilsonInterval(share, people, variance) };
}
