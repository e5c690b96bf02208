import { range, sum } from "d3-array";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawNormal } from "../../bench/simulators/simulated-episode.ts";
import { computeFisherP } from "../../report/curve/statistics/fisher.ts";
import {
  computeNormalLimit,
  computePoissonDeviations,
  computeTwoSidedLimit,
  computeWilsonInterval,
} from "../../report/curve/statistics/limits.ts";
import { findTrend, fitLine } from "../../report/curve/statistics/line.ts";
import { estimateShift, findStep } from "../../report/curve/statistics/shift.ts";
import { computeMad, computeMedian, computeQuartiles, computeUpperMad } from "../../report/curve/statistics/spread.ts";
import { computeStudentLimit, computeStudentP } from "../../report/curve/statistics/student.ts";
import { createRandom } from "../../report/demo/listeners.ts";

describe("Student's t", () => {
  it.each([
    [12.706, 1, 0.05],
    [4.303, 2, 0.05],
    [2.776, 4, 0.05],
    [2.228, 10, 0.05],
    [3.169, 10, 0.01],
    [1.96, 100_000, 0.05],
  ])("of %d with %i degrees of freedom has the probability of the tables", (t, degrees, p) => {
    expect(computeStudentP(t, degrees)).toBeCloseTo(p, 3);
    expect(computeStudentP(-t, degrees)).toBeCloseTo(p, 3);
    expect(computeStudentP(computeStudentLimit(p, degrees), degrees)).toBeCloseTo(p, 9);
  });

  it("of nothing is certain", () => {
    expect(computeStudentP(0, 7)).toBe(1);
  });
});

it.each([
  // The normal distribution's quantiles of 1 - 0.05 / 10, 100 and 1,000.
  [10, 2.576],
  [100, 3.291],
  [1_000, 3.891],
])("the limit of many tests is the normal distribution's quantile for %i", (tests, quantile) => {
  expect(Math.abs(computeNormalLimit(tests) - quantile)).toBeLessThan(0.05);
  expect(Math.abs(computeTwoSidedLimit(tests / 2) - quantile)).toBeLessThan(0.05);
});

it.each([
  [0.5, 100, 0.4038, 0.5962],
  [0, 10, 0, 0.2775],
])(
  "the interval of a part, %d of %i, is Wilson's, and wider where more than chance takes part",
  (part, of, low, high) => {
    const interval = computeWilsonInterval(part, of);
    expect([interval.low, interval.high]).toEqual([expect.closeTo(low, 4), expect.closeTo(high, 4)]);
    expect(computeWilsonInterval(part, of, 1).high).toBeGreaterThan(interval.high);
  },
);

describe("the deviations of a Poisson count", () => {
  it("solve Cornish's and Fisher's equation", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        fc.double({ min: 0.1, max: 30, noNaN: true }),
        fc.double({ min: 0.05, max: 4, noNaN: true }),
        (deviation, difference, step) => {
          const z = computePoissonDeviations(difference, deviation, step);
          expect(z * deviation + ((z * z - 1) / 6) * step).toBeCloseTo(difference, 6);
          expect(computePoissonDeviations(-difference, deviation, step)).toBe(-z);
        },
      ),
    );
  });

  it("approach the normal distribution's as a count becomes small", () => {
    expect(computePoissonDeviations(6, 2, 1e-6)).toBeCloseTo(3, 3);
    expect(computePoissonDeviations(-6, 2, 1e-6)).toBeCloseTo(-3, 3);
    expect(computePoissonDeviations(6, 2, 2)).toBeLessThan(2.7);
  });
});

describe("the median", () => {
  it("is the middle value, or the mean of the two", () => {
    expect(computeMedian([3, 1, 2])).toBe(2);
    expect(computeMedian([4, 1, 2, 3])).toBe(2.5);
    expect(computeMedian([])).toBe(0);
  });

  it("has a deviation that an outlier does not change", () => {
    expect(computeMad([1, 2, 3, 4, 100])).toBeCloseTo(1.4826, 10);
    expect(computeUpperMad([1, 2, 3, 4, 100])).toBeCloseTo(1.4826 * (1 + 1.17 / Math.sqrt(5)), 10);
    expect(computeQuartiles([5, 1, 2, 3, 4])).toEqual({ low: 2, median: 3, high: 4 });
  });
});

it("a line of least squares has the slope and residuals of an example that was computed by hand", () => {
  const { slope, x, y, spread, residuals } = fitLine([0, 1, 2], [1, 2, 6]);
  expect([slope, x, y, spread]).toEqual([2.5, 1, 3, 2]);
  expect(residuals).toEqual([0.5, -1, 0.5]);
  expect(fitLine([4, 4], [1, 3]).slope).toBe(0);
});

describe("the shift between two groups", () => {
  /** Expects what sorting all differences gives. */
  function expectSorted(before: readonly number[], after: readonly number[]): void {
    const differences = before.flatMap((one) => after.map((other) => other - one)).sort((one, other) => one - other);
    const { length } = differences;
    const cut = Math.max(
      0,
      Math.floor(length / 2 - 1.96 * Math.sqrt((length * (before.length + after.length + 1)) / 12)),
    );
    const { low, high } = estimateShift(before, after);
    expect(low).toBeCloseTo(differences[cut] ?? 0, 9);
    expect(high).toBeCloseTo(differences.at(-1 - cut) ?? 0, 9);
  }

  it("has the interval of the rank-sum test", () => {
    // Of 25 differences, 12.5 - 1.96 * sqrt(25 * 11 / 12) = 3.1 are cut off at each end.
    expect(estimateShift([0, 1, 2, 3, 4], [10, 20, 30, 40, 50])).toEqual({ low: 9, high: 47 });
  });

  it("is found among the differences as if all of them were sorted, and of equal groups is exactly 0", () => {
    for (const [count, step] of [
      [7, 1],
      [30, 0.25],
      [120, 0.01],
    ] as const) {
      const before = Array.from({ length: count }, (_, index) => step * ((index * 37) % 23));
      const after = Array.from({ length: count + 5 }, (_, index) => 3 + step * ((index * 53) % 29));
      expectSorted(before, after);
      expect(estimateShift(Array(count).fill(62.37), Array(count).fill(62.37))).toEqual({ low: 0, high: 0 });
    }
  });

  it("is that between any small groups, of negative numbers, too", () => {
    const group = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 12 });
    fc.assert(fc.property(group, group, expectSorted));
  });

  it("is clear as a step only if a steady change does not explain it", () => {
    const noise = Array.from({ length: 40 }, (_, index) => Math.sin(index * 12.9898) * 0.5);
    const drift = noise.map((value, index) => value + index / 10);
    const step = noise.map((value, index) => value + (index < 20 ? 0 : 4));
    expect(findStep(drift, 20)).toBeUndefined();
    expect(findStep(step, 20)).toBeCloseTo(4, 0);
    expect(findStep(noise, 20)).toBeUndefined();
  });
});

it("chance makes a step clear in about 5 of 100 series of noise, however few values it has", () => {
  const random = createRandom(1);
  for (const count of [4, 6, 12]) {
    const series = Array.from({ length: 1_000 }, () => Array.from({ length: count }, () => drawNormal(random)));
    const clear = series.filter((values) => findStep(values, count / 2) !== undefined);
    expect(Math.abs(clear.length - 50)).toBeLessThan(25);
  }
});

describe("the probability that two groups differ by chance", () => {
  it("is that of Fisher's tea", () => {
    // Of 4 and 4 cups, 3 right and 1 wrong: 16/70 as likely, and 1/70 all right.
    const p = computeFisherP({ hits: 3, of: 4 }, { hits: 1, of: 4 });
    expect(p).toBeCloseTo(2 * (1 / 70 + 16 / 70), 3);
  });

  it("is 1 where nothing differs, and the same whichever group is first", () => {
    expect(computeFisherP({ hits: 50, of: 100 }, { hits: 500, of: 1_000 })).toBeCloseTo(1, 1);
    const [one, other] = [
      { hits: 40, of: 130 },
      { hits: 390, of: 655 },
    ];
    expect(computeFisherP(one, other)).toBeCloseTo(computeFisherP(other, one), 12);
    expect(computeFisherP(one, other)).toBeLessThan(1e-8);
  });

  it("is rarely small if those who came since are a random part of all", () => {
    const [late, before, rate] = [20, 200, 0.9];
    const choose = (n: number, k: number) => range(k).reduce((all, index) => (all * (n - index)) / (index + 1), 1);
    const weigh = (n: number, k: number) => choose(n, k) * rate ** k * (1 - rate) ** (n - k);
    const chance = sum(
      range(late + 1).flatMap((hits) =>
        range(before + 1)
          .filter((others) => computeFisherP({ hits, of: late }, { hits: others, of: before }) < 0.001)
          .map((others) => weigh(late, hits) * weigh(before, others)),
      ),
    );
    expect(chance).toBeLessThan(0.001);
    expect(chance).toBeGreaterThan(0.0002);
  });
});

describe("a trend", () => {
  it("is the median slope of all pairs, which an outlier does not change", () => {
    expect(findTrend([0, 1, 2, 3, 4, 5, 600, 7, 8], 1.96)).toBe(1);
    expect(findTrend([8, 7, 6, 5, 4, 3], 1.96)).toBe(-1);
  });

  it("is told by Kendall's test: of the 28 pairs of eight values, 6 may fall, but not 7", () => {
    expect(findTrend([3, 2, 1, 0, 4, 5, 6, 7], 1.96)).toBeGreaterThan(0);
    expect(findTrend([3, 2, 1, 0, 5, 4, 6, 7], 1.96)).toBeUndefined();
  });

  it("is none in noise, or in fewer than six values", () => {
    expect(findTrend([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5], 1.96)).toBeUndefined();
    expect(findTrend([1, 2, 3, 4, 5], 1.96)).toBeUndefined();
  });
});
