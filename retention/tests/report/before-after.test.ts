import { describe, expect, it } from "vitest";
import { compareFigures, findTimeline, type Release, splitAtDate } from "../../report/show/before-after.ts";

/** Makes an episode of some figures; all of them have an average. */
function makeEpisode(figures: Partial<Release["insights"]["figures"]>, end = 2_400): Release {
  return { kind: "peak", insights: { end, figures: { average: 50, last5percent: 30, ...figures } } };
}

const makeAll = (values: readonly number[], end?: number) => values.map((after1min) => makeEpisode({ after1min }, end));
const compare = (before: readonly Release[], after: readonly Release[]) =>
  compareFigures({ before, after, leftOut: 0 });

/** Compares values of one figure. */
const judge = (before: readonly number[], after: readonly number[]) => compare(makeAll(before), makeAll(after))[0];

describe("figures before and after a date", () => {
  const names = (before: readonly Release[], after: readonly Release[]) =>
    compare(before, after).map(({ figure }) => figure);
  const plain = Array.from({ length: 4 }, () => makeEpisode({ after1min: 80 }));

  it("are those that episodes of both groups have, with one figure of the end", () => {
    expect(names(plain, plain)).toEqual(["after1min", "average", "last5percent"]);
    const with5min = plain.map(() => makeEpisode({ after1min: 80, after5min: 70 }));
    expect(names(plain, with5min)).not.toContain("after5min");
    expect(names(with5min, plain)).not.toContain("after5min");
    const [one = makeEpisode({}), ...others] = plain;
    expect(names([makeEpisode({ after1min: 80, credits: 60 }), ...others], plain)).toEqual(["after1min", "average"]);
    expect(names(plain, [one, ...others, makeEpisode({ after1min: 80, credits: 60 })])).not.toContain("last5percent");
  });

  it("are compared as they are, whatever the length, but for the average", () => {
    const shifts = compare(makeAll([70, 70, 70, 70], 2_000), makeAll([80, 80, 80, 80], 2_400));
    expect(shifts[0]).toMatchObject({ before: 70, after: 80, shift: { size: 10, low: 10, high: 10 } });
  });

  it("are too few to judge where fewer than four episodes of a group have them", () => {
    const unknown = makeEpisode({});
    const known = makeAll([70, 70, 70]);
    expect(compare([...known, unknown], makeAll([80, 80, 80, 80]))[0]).toEqual({
      ...{ figure: "after1min", before: 70, after: 80 },
      verdict: "too few",
    });
    expect(judge([70, 70, 70, 70], [80, 80, 80, 80])?.verdict).toBe("step");
  });

  it("may differ by chance if the interval of the shift ends at 0", () => {
    // Of 16 differences, the interval is from the second smallest to the second largest.
    expect(judge([10, 10, 10, 10], [10, 12, 12, 12])).toMatchObject({ shift: { low: 0, high: 2 }, verdict: "chance" });
    expect(judge([10, 10, 10, 10], [10, 8, 8, 8])).toMatchObject({ shift: { low: -2, high: 0 }, verdict: "chance" });
  });

  it("differ by a steady change, unless a step goes the same way", () => {
    expect(judge([0, 10, 20, 30, 40], [50, 60, 70, 80, 90])?.verdict).toBe("drift");
    expect(judge([0, 10, 20, 30, 40], [70, 80, 90, 100, 110])?.verdict).toBe("step");
    expect(judge([0, 10, 20, 30, 40], [30, 40, 50, 60, 70])).toMatchObject({ shift: { size: 30 }, verdict: "drift" });
  });
});

describe("the episodes of a show", () => {
  const make = (day: number, more: Partial<Release> = {}): Release => {
    return { date: `2030-01-${String(day).padStart(2, "0")}`, ...makeEpisode({ after1min: 80 }), ...more };
  };

  it("are split at a date, without other kinds, curves that prove little, and those without a date", () => {
    const odd = [make(2, { kind: "views" }), make(3, { doubt: "one point" }), makeEpisode({ after1min: 80 })];
    const groups = splitAtDate([...odd, ...Array.from({ length: 10 }, (_, index) => make(1 + index))], "2030-01-05");
    expect([groups.before.length, groups.after.length, groups.leftOut]).toEqual([4, 6, 3]);
    expect(findTimeline([make(4), make(2)]).map(({ date }) => date)).toEqual(["2030-01-02", "2030-01-04"]);
  });
});
