import { range } from "d3-array";
import { describe, expect, it } from "vitest";
import { estimateShift } from "../../report/curve/statistics/shift.ts";
import { findBestStep, judgeSearchedStep } from "../../report/curve/statistics/step.ts";
import {
  compareFigures,
  compareLengths,
  isNearDate,
  type Release,
  splitAtDate,
} from "../../report/show/before-after.ts";
import { findShowChange } from "../../report/show/show-change.ts";
import { adjustForLength, findLengthChange } from "../../report/usual/length.ts";
import { makeDate, repeat } from "./exact.ts";
import { makeShow, makeValues, toDated } from "./series.ts";

/** Makes openings of which the first ones are low, as many are higher by some points, and exceptions of these are low again. */
function makeStep(count: number, size = 10, exceptions: readonly number[] = []): number[] {
  const isAfter = (index: number) => index >= count && !exceptions.includes(index);
  return Array.from({ length: 2 * count }, (_, index) => (isAfter(index) ? 60 + size : 60));
}

const rise = (count: number) => Array.from({ length: count }, (_, index) => 60 + index / 4);

describe("a step in a series", () => {
  it("is found at its place, and told from a line", () => {
    const step = findBestStep(makeValues(60, 1, (index) => (index < 25 ? 0 : 3)));
    expect(Math.abs((step?.count ?? 0) - 25)).toBeLessThanOrEqual(1);
    expect([step?.p, step?.pSteady]).toEqual([0.002, 0.002]);
  });

  it("has the same probabilities, if it is judged at the place that was found", () => {
    for (const seed of range(5)) {
      const values = makeValues(40, 100 + seed, (index) => index / 15 + (index < 20 ? 0 : 1));
      const { count = 20, p, pSteady } = findBestStep(values) ?? {};
      expect(judgeSearchedStep(values, count)).toMatchObject({
        p: p ?? expect.anything(),
        pSteady: pSteady ?? expect.anything(),
      });
    }
  });

  it("has an interval there that excludes nothing only if the clearest of all places does so in 5 % of series", () => {
    const values = makeValues(40, 11, () => 0);
    const { critical } = judgeSearchedStep(values, 20);
    expect(critical).toBeGreaterThan(2.5);
    expect(critical).toBeLessThan(3.5);
    const [narrow, wide] = [undefined, critical].map((limit) =>
      estimateShift(values.slice(0, 20), values.slice(20), limit),
    );
    expect(wide?.low).toBeLessThan(narrow?.low ?? 0);
    expect(wide?.high).toBeGreaterThan(narrow?.high ?? 0);
  });

  it("needs four values on each side", () => {
    expect(findBestStep([0, 0, 0, 0, 9, 9, 9])).toBeUndefined();
    expect(findBestStep([0, 1, 0, 1, 9, 8, 9, 8])?.count).toBe(4);
  });
});

describe("what a show says of its change", () => {
  const makeNoisy = (opening: (index: number) => number, average: (index: number) => number = () => 60) =>
    makeShow(makeValues(40, 7, opening), makeValues(40, 8, average));

  it("is nothing, where nothing changes, dates are unknown, or only young episodes keep fewer", () => {
    expect(findShowChange(makeNoisy(() => 70))).toEqual({});
    const undated = makeNoisy((index) => (index < 15 ? 70 : 78)).map(({ date: _, ...episode }) => episode);
    expect(findShowChange(undated)).toEqual({});
    const young = makeNoisy(
      () => 70,
      (index) => (index < 34 ? 60 : 30),
    ).map((episode, index) => (index < 34 ? episode : { ...episode, youth: { days: 2 } }));
    expect(findShowChange(young)).toEqual({});
  });

  it("is judged as searched at the dates within a tenth of the episodes, and no further", () => {
    const episodes = toDated(makeShow(repeat(40, 70)));
    const isNear = (index: number) => isNearDate(episodes, makeDate(index), makeDate(20));
    expect([16, 20, 24].map(isNear)).toEqual([true, true, true]);
    expect([15, 25].map(isNear)).toEqual([false, false]);
  });
});

describe("a step of a show", () => {
  it("is told if few arrangements of its episodes have one that is as clear", () => {
    // Of 70 arrangements of four low values and four high ones, two have all low ones on one side: 2.9 %. The limit is 5 %
    // for the opening's step, the average's and the trend together, 1.7 %. Of 252 of five and five, two are 0.8 %.
    expect(findShowChange(makeShow(makeStep(4)))).toEqual({});
    expect(findShowChange(makeShow(makeStep(5)))).toEqual({
      step: { figure: "after1min", date: "2030-02-05", size: 10, isSudden: true },
    });
  });

  it("is of three points at least", () => {
    expect(findShowChange(makeShow(makeStep(10, 3)))).toMatchObject({ step: { size: 3 } });
    expect(findShowChange(makeShow(makeStep(10, 2.4)))).not.toHaveProperty("step");
    expect(findShowChange(makeShow(repeat(20, 70), makeStep(10, -3)))).toMatchObject({ step: { size: -3 } });
    expect(findShowChange(makeShow(repeat(20, 70), makeStep(10, -2.4)))).toEqual({});
  });

  it("is the same in whichever order the episodes are read", () => {
    const episodes = makeShow(makeStep(10));
    const { step } = findShowChange(episodes);
    expect(step).toMatchObject({ date: "2030-03-12", size: 10 });
    expect(findShowChange(episodes.toReversed())).toEqual({ step });
    expect(findShowChange([...episodes.slice(5), ...episodes.slice(0, 5)])).toEqual({ step });
  });

  it("is none of the opening where the later episodes are too short to have one", () => {
    expect(findShowChange(makeShow([...repeat(12, 70), ...Array(8).fill(undefined)]))).toEqual({});
  });
});

describe("of two steps of a show, in the opening and in the average,", () => {
  const flat = repeat(18, 60);
  /** The last two episodes are as they were before the step, which a line explains even less. */
  const unclear = makeStep(9, 10, [16, 17]);
  /** Two soon after the step are as before it, so that a line explains nearly as much. */
  const steady = makeStep(9, 10, [11, 12]);

  it("the one that chance explains less is told", () => {
    const opening = { figure: "after1min", isSudden: true };
    const average = { figure: "average", isSudden: true };
    expect(findShowChange(makeShow(unclear, flat)).step).toMatchObject(opening);
    expect(findShowChange(makeShow(unclear, makeStep(9))).step).toMatchObject(average);
    expect(findShowChange(makeShow(makeStep(9), unclear)).step).toMatchObject(opening);
  });

  it("the one that a steady change does not explain is told, even if chance explains it more", () => {
    const sudden = { figure: "average", isSudden: true };
    expect(findShowChange(makeShow(steady, flat)).step).toMatchObject({ figure: "after1min", isSudden: false });
    expect(findShowChange(makeShow(flat, unclear)).step).toMatchObject(sudden);
    expect(findShowChange(makeShow(steady, unclear)).step).toMatchObject(sudden);
  });
});

describe("a trend of a show's opening", () => {
  it("is told if it is of three points at least, over all episodes", () => {
    expect(findShowChange(makeShow(rise(12)))).toEqual({ openingTrend: 0.25 });
    expect(findShowChange(makeShow(rise(11)))).toEqual({});
  });

  it("is that of the episodes that are long enough to have one", () => {
    const addShort = (openings: readonly number[]) => [
      ...openings.slice(0, 6),
      undefined,
      undefined,
      ...openings.slice(6),
    ];
    expect(findShowChange(makeShow(addShort(rise(12))))).toEqual({ openingTrend: 0.25 });
    expect(findShowChange(makeShow(addShort(rise(11))))).toEqual({});
  });
});

describe("episodes of another length", () => {
  /** The average falls with the length, and nothing else changes. */
  const makeEpisode = (index: number, end: number): Release => {
    const average = 90 - 10 * Math.log(end / 600) + Math.sin(12.9898 * index);
    const figures = { after1min: 80 + Math.sin(7.7 * index), average, last5percent: average - 20 };
    return { date: makeDate(index), kind: "peak", insights: { end, figures } };
  };
  const shorter = range(20).map((index) => makeEpisode(index, (index < 10 ? 3_600 : 1_440) + 60 * (index % 5)));
  const groups = splitAtDate(shorter, makeDate(10));

  it("are compared at equal lengths, and not at their ends", () => {
    const shifts = compareFigures(groups);
    expect(shifts.map(({ figure }) => figure)).toEqual(["after1min", "average"]);
    const [, average] = shifts;
    expect(average).toMatchObject({ shift: { size: expect.closeTo(0, 0) }, verdict: "chance" });
  });

  it("are said to be shorter or longer, if by more than a quarter", () => {
    expect(compareLengths(groups)).toEqual({ before: 3_720, after: 1_560 });
    expect(compareLengths(splitAtDate(shorter.slice(0, 10), makeDate(5)))).toBeUndefined();
    expect(findLengthChange([1_000], [1_250])).toBeUndefined();
    expect(findLengthChange([1_000], [1_251])).toEqual({ before: 1_000, after: 1_251 });
  });

  it("keep the figures that they would have at the usual length", () => {
    const figures = [600, 1_200, 2_400].map((end) => ({ end, value: 90 - 10 * Math.log(end / 600) }));
    const usual = figures[1]?.value ?? 0;
    for (const value of adjustForLength(figures)) expect(value).toBeCloseTo(usual, 9);
    expect(adjustForLength([600, 600].map((end, value) => ({ end, value })))).toEqual([0, 1]);
  });
});
