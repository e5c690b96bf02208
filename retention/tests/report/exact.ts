import { type BinnedCurve, readLevel } from "../../report/curve/levels/bins.ts";
import type { Change } from "../../report/curve/moments/level-changes.ts";
import type { Moment } from "../../report/curve/moments/moment.ts";

/** Makes a curve of an hour from its exact levels, of so many listeners that nothing is due to chance. */
export function makeCurve(getLevel: (time: number) => number, more: Partial<BinnedCurve> = {}): BinnedCurve {
  return {
    end: 3_600,
    seconds: 5,
    gap: 5,
    step: 1e-9,
    values: [],
    listeners: 1e11,
    flux: 0,
    gaps: [],
    getLevel,
    ...more,
  };
}

/** Makes a curve of bins, of so many listeners that little is due to chance. */
export function makeBins(values: readonly number[], seconds: number, more: Partial<BinnedCurve> = {}): BinnedCurve {
  const getLevel = (time: number) => readLevel(values, time / seconds, 5 / seconds);
  const bins = { end: values.length * seconds, seconds, values };
  return makeCurve(getLevel, { ...bins, listeners: 10_000, step: 0.01, ...more });
}

/** Makes a change of 15 seconds from a level of 80 %, of so many standard deviations as percentage points. */
export function makeChange(from: number, size: number, other: Partial<Change> = {}): Change {
  const { before = 80, to = from + 15 } = other;
  return { from, to, before, after: before - size, expected: 0, size, deviation: 1, z: size, ...other };
}

/** Makes a loss of 80 % who are present. */
export function makeLoss(from: number, to: number, share: number, more: Partial<Moment> = {}): Moment {
  const after = 80 * (1 - share);
  return { kind: "loss", from, to, before: 80, within: after, after, share, ...more };
}

/** Makes levels that last to a time each, and from the last of these times on, a last level. */
export function makeSteps(steps: Readonly<Record<number, number>>, last: number): (time: number) => number {
  const ends = Object.keys(steps).map(Number);
  return (time) => steps[ends.find((end) => time < end) ?? -1] ?? last;
}

/** Makes chapters from their titles and starts. */
export function makeChapters(times: Readonly<Record<string, number>>) {
  return Object.entries(times).map(([title, time]) => ({ title, time }));
}

/** Returns the same thing several times. */
export function repeat<T>(count: number, thing: T): T[] {
  return Array.from({ length: count }, () => thing);
}

/** Six numbers with a mean and a median, and a standard deviation of the root of two spreads. */
export function spreadAround(middle: number, spread: number): number[] {
  return [-2, -1, 0, 0, 1, 2].map((factor) => middle + factor * spread);
}

/** Makes the date of an episode of a weekly show. */
export const makeDate = (week: number) => new Date(Date.UTC(2030, 0, 1 + 7 * week)).toISOString().slice(0, 10);
