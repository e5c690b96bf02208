import { max, mean, range } from "d3-array";
import type { Unit } from "../../sources/base/kinds.ts";
import type { BinnedCurve } from "../curve/levels/bins.ts";
import { computeRate } from "../curve/levels/levels.ts";

/** Where a sponsor's spot is, in seconds. */
export interface SpotPlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Whether nobody knows where it ends: it was found by what is said. */
  readonly isOpen?: true;
}

type SpotSpan = Pick<SpotPlace, "from" | "to">;

/** A part of those there before a spot and those in a row with it, from 0 to 1, with an interval of 95 % if people or plays are counted. */
interface SpotShare {
  readonly share: number;
  readonly low?: number;
  readonly high?: number;
}

/** A spot in the curve of a source, such as `YouTube`, at the times of that. */
export interface Spot extends SpotPlace {
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

/** Normal quantiles: of 95 %, and of what is called skipped, which is of many spots. */
const Z = 1.96;
const Z_CLAIM = 3.3;

/**
 * Measures a spot (bench/simulators/spot-listeners.ts).
 *
 * @param row from the first to the last of the spots in a row that it is one of: who skips two is back after the second
 * @param listeners undefined if they are not counted: then there are no intervals
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one calculation, whose branches are what a curve does not tell
export function measureSpot(
  curve: BinnedCurve,
  { from, to, isOpen }: SpotPlace,
  row: SpotSpan,
  listeners: number | undefined,
): Omit<Spot, keyof SpotPlace | "source" | "unit"> {
  // Where nobody knows how long a spot is, it is as long as a short one.
  const stop = isOpen ? from + SHORT : to;
  const before = readBefore(curve, row.from);
  const isShort = stop - from < MIN_BINS * curve.seconds;
  const hasAfter = curve.end - row.to >= ENDING;
  const rate = hasAfter ? computeOrdinaryRate(curve, { from, to }, row) : 0;
  const after = (hasAfter ? readAfter(curve, row.to, rate) : readBefore(curve, Math.min(row.to, curve.end))) ?? 0;
  const whole = listeners === undefined ? undefined : 100 / curve.step;
  const figures = {
    present: (readBefore(curve, from) ?? curve.getLevel(from)) / 100,
    after: after / 100,
    ...(whole !== undefined && { whole: Math.round(whole) }),
  };
  if (before === undefined || before <= 0 || (isShort && !hasAfter)) return figures;
  const people = whole && (before / 100) * whole;
  const chance = people && curve.flux * LATE + people * (hasAfter ? (rate * LATE) / 2 : STEEP) ** 2;
  const left = estimate(1 - after / before, people, chance);
  if (isShort || !hasAfter) return { ...figures, left };
  const half = (stop - from) / 2;
  const bins = [stop - half, stop].map((time) => Math.floor(time / curve.seconds + 1e-6));
  const within = mean(curve.values.slice(...bins)) ?? 0;
  const missing = (after * Math.exp(rate * (row.to - stop + half / 2)) - within) / before;
  const { low = 0, high = 1, share } = estimate(missing, people, chance);
  if (people === undefined || chance === undefined) return { ...figures, left, skipped: { share } };
  const isChance = people * share <= 1 + Z_CLAIM * Math.sqrt(people * chance);
  // Who left in a later spot of the row is not there after it, whether or not this one was heard.
  const later = to < row.to ? Math.max(0, left.share - rate * (row.to - row.from)) : 0;
  return { ...figures, left, skipped: { share, low: isChance ? 0 : low, high: Math.min(1, high + later) } };
}

/** Reads the level as a time comes, as it was going, in percent. Undefined where nothing is before it. */
function readBefore({ seconds, values, gap }: BinnedCurve, time: number): number | undefined {
  const next = Math.min(values.length, Math.floor(time / seconds + 1e-6));
  const [last, one] = [values[next - 1], values[next - 2]];
  if (last === undefined || one === undefined)
    return gap > FINE ? undefined : last === undefined ? 100 : 2 * last - 100;
  return Math.max(0, last + (time / seconds - next + 0.5) * (last - one));
}

/** Reads the level after a time, once those who skip are back, without those who have left meanwhile. */
function readAfter({ seconds, getLevel }: BinnedCurve, time: number, rate: number): number | undefined {
  return max(range(seconds, LATE + 2 * seconds, seconds), (late) => getLevel(time + late) * Math.exp(rate * late));
}

/** The slower side, because an outro is steep. In an opening, it is between what is steeper and what is less steep. */
function computeOrdinaryRate(curve: BinnedCurve, { from, to }: SpotSpan, row: SpotSpan): number {
  const compute = (start: number, stop: number) => Math.max(0, computeRate(curve, start, stop));
  const after = compute(row.to + LATE, Math.min(curve.end - OUTRO, row.to + LATE + SIDE));
  return row.from >= SIDE
    ? Math.min(after, compute(row.from - SIDE, row.from))
    : (after + compute((from + to) / 2, to - curve.seconds)) / 2;
}

/** Estimates a part of people with Wilson's interval (1927). @param chance variance of what comes and goes anyway, for each */
function estimate(part: number, people: number | undefined, chance = 0): SpotShare {
  const share = Math.min(1, Math.max(0, part));
  if (people === undefined) return { share };
  const square = Z ** 2;
  const [middle, width] = [2 * people * share + square, people + square];
  const root = Math.sqrt(Math.max(0, middle ** 2 - 4 * width * (people * share ** 2 - square * chance)));
  const bound = (side: number) => Math.min(1, Math.max(0, (middle + side) / (2 * width)));
  return { share, low: bound(-root), high: bound(root) };
}
