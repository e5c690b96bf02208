import { min, pairs, sum } from "d3-array";
import { MAX_POINTS } from "./platform-curve.ts";

/** Steps that show that a curve has a value for each. */
export const MIN_STEPS = 3;

/** Part of a step by which a position or a distance may differ from its multiples, as decimals do. */
export const TOLERANCE = 1e-3;

/** Part of a curve's length by which computed positions may differ. */
const NOISE = 1e-9;

/** Part of a unit by which positions that were rounded to it may differ further. */
const SLACK = 1e-6;

/** Part of a unit by which positions that were rounded down are too low: a whole one is rounded to the next. */
const LOWNESS = 0.5 - 2 * SLACK;

/** That of positions that were rounded to the nearest unit, down, and up. */
const LOWNESSES = [0, LOWNESS, -LOWNESS];

/** The chance at which any positions may be taken for rounded ones. */
const MAX_CHANCE = 1e-9;

/** Positions as multiples of a step: 0, 10, 20 and 40 are the multiples 0, 1, 2 and 4 of 10, and 3 is missing. */
export interface PositionSteps {
  /** Undefined if most positions are not one step apart, or any lies between two multiples. Then none is known to be missing. */
  readonly step: number | undefined;
  /** Which multiple each position is, counted from any first one on. */
  readonly indexes: readonly number[];
  /** Returns the position of a multiple, also of one that is missing. */
  startOf(index: number): number;
}

/** Finds the step of positions in ascending order. They may be rounded, as 0, 0.33, 0.67 and 1 are. */
export function findPositionSteps(starts: readonly number[]): PositionSteps {
  const even = findEvenSteps(starts);
  if (even && countMissing(even) === 0) return even;
  const rounded = findRoundedSteps(starts);
  if (rounded && (!even || isExplained(even, rounded))) return rounded;
  return even ?? { step: undefined, indexes: starts.map((_, index) => index), startOf: (index) => starts[index] ?? 0 };
}

/**
 * Checks whether rounding explains gaps. Multiples of 1.04 that are rounded leave out every 25th number. Rows that are missing by
 * chance, of which there may be one or two, are less regular.
 */
function isExplained(even: PositionSteps, rounded: PositionSteps): boolean {
  return countMissing(even) - countMissing(rounded) >= MIN_STEPS;
}

function countMissing({ indexes }: PositionSteps): number {
  return (indexes.at(-1) ?? 0) - (indexes[0] ?? 0) + 1 - indexes.length;
}

function findEvenSteps(starts: readonly number[]): PositionSteps | undefined {
  const distances = pairs(starts, (from, to) => to - from);
  const shortest = min(distances) ?? 0;
  const isMultiple = (distance: number) => Math.abs(distance / shortest - Math.round(distance / shortest)) < TOLERANCE;
  if (shortest <= 0 || !distances.every(isMultiple)) return undefined;
  const indexes = [0];
  for (const distance of distances) indexes.push((indexes.at(-1) ?? 0) + Math.round(distance / shortest));
  const [first = 0] = starts;
  const step = ((starts.at(-1) ?? 0) - first) / (indexes.at(-1) ?? 1);
  return requireUsual({ step, indexes, startOf: (index) => first + index * step });
}

function requireUsual(steps: PositionSteps): PositionSteps | undefined {
  const usual = pairs(steps.indexes).filter(([one, other]) => other - one === 1).length;
  return usual >= MIN_STEPS && 2 * usual >= steps.indexes.length ? steps : undefined;
}

/** Tries each number of steps up to the last position, from the fewest on: a curve that lacks nothing comes first. */
function findRoundedSteps(starts: readonly number[]): PositionSteps | undefined {
  const distances = pairs(starts, (from, to) => to - from);
  const shortest = min(distances) ?? 0;
  if (shortest <= 0) return undefined;
  const unit = findUnit(distances, shortest);
  const last = starts.at(-1) ?? 0;
  const fewest = Math.max(starts.length - 1, Math.floor(last / (shortest + unit)));
  const most = Math.min(MAX_POINTS, Math.ceil((last + unit) / Math.max(unit, shortest - unit)));
  for (let count = fewest; count <= most; count++) {
    const [steps] = LOWNESSES.flatMap((lowness) => fitSteps(starts, count, unit, lowness * unit) ?? []);
    if (!steps) continue;
    return isFitByChance(steps, unit) || isOfRounding(steps, distances, unit) ? undefined : requireUsual(steps);
  }
  return undefined;
}

/** Finds what positions were rounded to: so much of a distance is no multiple of the shortest one, or all of them are multiples. */
function findUnit(distances: readonly number[], shortest: number): number {
  const noise = NOISE * sum(distances);
  const rests = distances.map((distance) => Math.abs(distance - shortest * Math.round(distance / shortest)));
  return min(rests, (rest) => (rest > noise ? rest : undefined)) ?? shortest;
}

/**
 * Finds a step of which all positions are multiples, each within half a unit.
 *
 * @param count which multiple the last one is
 * @param lowness by how much more they are too low
 */
function fitSteps(starts: readonly number[], count: number, unit: number, lowness: number): PositionSteps | undefined {
  const half = (0.5 + SLACK) * unit;
  const end = (starts.at(-1) ?? 0) + lowness;
  let [low, high] = [(end - half) / count, (end + half) / count];
  const indexes: number[] = [];
  for (const start of starts) {
    const at = start + lowness;
    const index = Math.max((indexes.at(-1) ?? -1) + 1, Math.ceil((at - half) / high));
    if (index > 0) [low, high] = [Math.max(low, (at - half) / index), Math.min(high, (at + half) / index)];
    if (low > high || (index === 0 && at > half)) return undefined;
    indexes.push(index);
  }
  const step = (low + high) / 2;
  return { step, indexes, startOf: (index) => unit * Math.round((index * step - lowness) / unit) };
}

/** Any position is within half a unit of a multiple as often as a unit fits into a step. A curve that lacks nothing may be so. */
function isFitByChance(steps: PositionSteps, unit: number): boolean {
  const { step = unit, indexes } = steps;
  return countMissing(steps) > 0 && (unit / step) ** indexes.length > MAX_CHANCE;
}

/**
 * Checks whether what looks like a missing row may be rounding alone. Centers of steps, which are no multiples of one, are rounded to
 * 2, 5, 8, 12, 15, 18 and 22: each of these is near a multiple of 2.5.
 */
function isOfRounding({ step = 0, indexes }: PositionSteps, distances: readonly number[], unit: number): boolean {
  const shortest = min(distances) ?? 0;
  const steps = pairs(indexes, (from, to) => to - from);
  const gap = min(distances, (distance, place) => ((steps[place] ?? 0) > 1 ? distance : undefined));
  return shortest > step && gap !== undefined && gap < shortest + (1 + SLACK) * unit;
}
