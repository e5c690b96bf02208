import { describe, expect, it } from "vitest";
import type { Point } from "../../../../lib/chart.ts";
import { computeBins, computeMeans, findEnd, readLevel } from "../../../report/curve/levels/bins.ts";
import { computeFlux, computeStep } from "../../../report/curve/levels/noise.ts";

/** Makes a point for each second. */
function makeSeconds(count: number, getPercentage: (time: number) => number): Point[] {
  return Array.from({ length: count }, (_, time) => ({ time, percentage: getPercentage(time) }));
}

describe("the end of a file", () => {
  const find = (data: readonly Point[], { duration = 100, listeners = 30, gap = 1 } = {}) =>
    findEnd({ guid: "episode", duration, data }, listeners, gap);
  const leaveTogether = (last: number) => makeSeconds(100, (time) => (time <= last ? 50 : 0));

  it("is where 30 listeners leave all at once, up to a tenth before the feed's duration", () => {
    expect(find(leaveTogether(94))).toBe(95);
    expect(find(leaveTogether(89))).toBe(90);
    expect(find(leaveTogether(88))).toBe(100);
  });

  it("is the feed's duration for fewer listeners, and where the two are one point apart", () => {
    expect(find(leaveTogether(94), { listeners: 29 })).toBe(100);
    expect(find(leaveTogether(98))).toBe(100);
    expect(find([{ time: 4.75, percentage: 100 }], { duration: 5.5, gap: 0.25 })).toBe(5.5);
  });

  it("is where they leave one by one only if a fifth of the peak was there ten seconds before", () => {
    const leaveOneByOne = (tenBefore: number) =>
      makeSeconds(100, (time) => {
        if (time < 84) return time === 0 ? 100 : 19;
        if (time > 94) return 0;
        return time === 84 ? tenBefore : 5;
      });
    expect(find(leaveOneByOne(20))).toBe(95);
    expect(find(leaveOneByOne(19.9))).toBe(100);
    expect(find(leaveOneByOne(19.9), { duration: 0 })).toBe(100);
  });
});

describe("the bins of a curve", () => {
  it("are as long as the usual distance of its points, of which two may be at one time", () => {
    const times = [0, 10, 10, 20, 20, 30, 30, 30];
    const data = times.map((time) => ({ time, percentage: 80 }));
    const { seconds, values } = computeBins({ guid: "episode", duration: 40, data });
    expect({ seconds, values }).toEqual({ seconds: 10, values: [80, 80, 80, 80] });
  });

  it("are means over time from any second on, of which the last value counts to the end", () => {
    const data = [10, 20, 30].map((percentage, index) => ({ time: 4 * index, percentage }));
    expect(computeMeans(data, 2, 4, 3)).toStrictEqual([15, 25, 30]);
    expect(computeMeans(data, 9, 1, 2)).toStrictEqual([30, 30]);
    expect(computeMeans(data, 20, 4, -1)).toStrictEqual([]);
  });

  it("are read on both sides of a place, and at the nearest one beyond the ends", () => {
    const values = [10, 20, 30, 40];
    expect(readLevel(values, 2, 1)).toBe(25);
    expect(readLevel(values, -1, 0.5)).toBe(10);
    expect(readLevel(values, 9, 0.5)).toBe(40);
  });
});

describe("one listener", () => {
  const count = (whole: number, ...listeners: readonly number[]) =>
    listeners.map((there, time) => ({ time, percentage: Math.round((10_000 * there) / whole) / 100 }));

  it("is a part of the peak where that is 100 %, and of all where no number fits", () => {
    expect(computeStep(count(7, 7, 5, 4, 1), 10)).toBeCloseTo(100 / 7);
    expect(computeStep([{ time: 0, percentage: 37.77 }], 10)).toBe(10);
  });

  it("is the smallest difference of two levels, where nobody was counted", () => {
    expect(computeStep(count(8, 8, 6, 5), undefined)).toBe(12.5);
    expect(computeStep(count(8, 8, 6, 5), 0)).toBe(12.5);
  });
});

describe("how much comes and goes", () => {
  it("is the median of ten parts of what changes a second, of those present", () => {
    const falling = makeSeconds(10, (time) => 100 - 10 * time);
    expect(computeFlux(falling, 10, 1)).toBeCloseTo((10 / 60 + 10 / 50) / 2);
  });

  it("counts in the first part only those who are there after its first point", () => {
    const data = makeSeconds(20, (time) => {
      if (time === 0) return 100;
      return time > 11 && time % 2 === 0 ? 50 : 90;
    });
    expect(computeFlux(data, 20, 1)).toBeCloseTo(10 / 90 / 2);
  });
});

describe("the gaps of a curve", () => {
  const draw = (...missing: readonly number[]) => {
    const times = Array.from({ length: 100 }, (_, index) => index * 36).filter((time) => !missing.includes(time / 36));
    return times.map((time) => ({ time, percentage: 100 - time / 72 }));
  };
  const compute = (data: readonly Point[]) => computeBins({ guid: "episode", duration: 3_600, data }, 500);

  it("are where a few of its even points are missing, and have the values of a straight line", () => {
    const { gaps, values } = compute(draw(40, 41, 70));
    expect(gaps).toEqual([
      { from: 1_440, to: 1_512 },
      { from: 2_520, to: 2_556 },
    ]);
    expect(values.map((value) => Math.round(value * 1e9) / 1e9)).toEqual(compute(draw()).values);
  });

  it.each<[string, readonly Point[]]>([
    ["all its points", draw()],
    ["three missing in a row", draw(40, 41, 42)],
    ["six missing in all", draw(10, 20, 30, 40, 50, 60)],
    ["points at any times", [...draw(40), { time: 3_565, percentage: 50 }]],
    ["two points at one time", [...draw(40), ...draw().slice(-1)]],
  ])("are none in a curve with %s", (_, data) => {
    expect(compute(data).gaps).toEqual([]);
  });
});
