import type { BinnedCurve } from "../../report/curve/levels/bins.ts";
import { readLevel } from "../../report/curve/levels/bins.ts";
import type { Change } from "../../report/curve/moments/level-changes.ts";

/** Makes a change of 15 seconds from a level of 80 %, of so many standard deviations as percentage points. */
export function makeChange(from: number, size: number, other: Partial<Change> = {}): Change {
  const { before = 80, to = from + 15 } = other;
  return { from, to, before, after: before - size, expected: 0, size, deviation: 1, z: size, ...other };
}

/** Makes a curve of bins, in which nobody comes or goes by chance. */
export function makeCurve(values: readonly number[], seconds: number, other: Partial<BinnedCurve> = {}): BinnedCurve {
  const getLevel = (time: number) => readLevel(values, time / seconds, 5 / seconds);
  return {
    end: values.length * seconds,
    seconds,
    values,
    listeners: 10_000,
    step: 0.01,
    flux: 0,
    gaps: [],
    getLevel,
    ...other,
  };
}
