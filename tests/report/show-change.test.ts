import { range } from "d3-array";
import { describe, expect, it } from "vitest";
import { drawNormal } from "../../bench/report/simulators/episode.ts";
import { createRandom } from "../../cli/demo/listeners.ts";
import { compareFigures, compareLengths, type Dated, isNearDate, splitAtDate } from "../../report/before-after.ts";
import { describeLengths } from "../../report/comparison-sentences.ts";
import { estimateShift, findStep } from "../../report/curve/statistics/shift.ts";
import { findBestStep, judgeSearchedStep } from "../../report/curve/statistics/step.ts";
import { adjustForLength, findLengthChange } from "../../report/length.ts";
import { findShowChange } from "../../report/show-change.ts";
import { makeDate } from "../support/exact.ts";
import { describeShow, findShow, simulate } from "../support/measured.ts";

/** Makes values of a course, with noise of a standard deviation of 1. */
function makeValues(count: number, seed: number, course: (index: number) => number): number[] {
  const random = createRandom(seed);
  return range(count).map((index) => drawNormal(random, course(index)));
}

const computeRate = (count: number, isTrue: (seed: number) => boolean) => range(count).filter(isTrue).length / count;

describe("a step in a series", () => {
  it("is found at its place, and told from a line", () => {
    const step = findBestStep(makeValues(60, 1, (index) => (index < 25 ? 0 : 3)));
    expect(Math.abs((step?.count ?? 0) - 25)).toBeLessThanOrEqual(1);
    expect([step?.p, step?.pSteady]).toEqual([0.002, 0.002]);
  });

  it("is by chance in one of twenty series that do not change, or change steadily", () => {
    const still = (seed: number) => (findBestStep(makeValues(30, seed, () => 0))?.p ?? 1) < 0.05;
    const steady = (seed: number) => (findBestStep(makeValues(30, seed, (index) => index / 10))?.pSteady ?? 1) < 0.05;
    expect(computeRate(150, (seed) => still(1_000 + seed))).toBeLessThanOrEqual(0.1);
    expect(computeRate(150, (seed) => steady(2_000 + seed))).toBeLessThanOrEqual(0.1);
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

  it("is judged by wider limits at a place that was searched: steady series have no more steps there than they may", () => {
    const places = range(150).flatMap((seed) => {
      const values = makeValues(30, 4_000 + seed, (index) => index / 10);
      const { count, p } = findBestStep(values) ?? { count: 0, p: 1 };
      return p < 0.05 ? [{ values, count }] : [];
    });
    expect(places.length).toBeGreaterThan(50);
    const rate = (isTrue: (place: (typeof places)[number]) => boolean) => places.filter(isTrue).length / 150;
    expect(rate(({ values, count }) => findStep(values, count) !== undefined)).toBeGreaterThan(0.15);
    expect(rate(({ values, count }) => judgeSearchedStep(values, count).pSteady < 0.05)).toBeLessThanOrEqual(0.1);
  });

  it("has an interval there that excludes nothing only if the clearest of all places does so in 5 % of series", () => {
    const values = makeValues(40, 11, () => 0);
    const { critical } = judgeSearchedStep(values, 20);
    expect(critical).toBeGreaterThan(2.5);
    expect(critical).toBeLessThan(3.5);
    const [narrow, wide] = [undefined, critical].map((limit) =>
      estimateShift(values.slice(0, 20), values.slice(20), limit),
    );
    expect(wide?.size).toBe(narrow?.size);
    expect(wide?.low).toBeLessThan(narrow?.low ?? 0);
    expect(wide?.high).toBeGreaterThan(narrow?.high ?? 0);
  });

  it("needs four values on each side", () => {
    expect(findBestStep([0, 0, 0, 0, 9, 9, 9])).toBeUndefined();
    expect(findBestStep([0, 1, 0, 1, 9, 8, 9, 8])?.count).toBe(4);
  });
});

describe("what a show says of its change", () => {
  const makeEpisodes = (opening: (index: number) => number, average: (index: number) => number = () => 60) => {
    const [after1min, averages] = [makeValues(40, 7, opening), makeValues(40, 8, average)];
    return averages.map((average, index) => {
      const figures = { after1min: after1min[index] ?? 0, average, last5percent: 40 };
      return { date: makeDate(index), end: 2_400, figures };
    });
  };

  it("is nothing, where nothing changes, dates are unknown, or only young episodes keep fewer", () => {
    expect(findShowChange(makeEpisodes(() => 70))).toEqual({});
    const undated = makeEpisodes((index) => (index < 15 ? 70 : 78)).map(({ date: _, ...episode }) => episode);
    expect(findShowChange(undated)).toEqual({});
    const young = makeEpisodes(
      () => 70,
      (index) => (index < 34 ? 60 : 30),
    ).map((episode, index) => (index < 34 ? episode : { ...episode, youth: { days: 2 } }));
    expect(findShowChange(young)).toEqual({});
  });

  it("is not more than a steady change at the date that was searched, unless it is said to be sudden", () => {
    const shows = range(120).flatMap((seed) => {
      const shared = makeValues(40, 700 + seed, (index) => index / 8);
      const averages = makeValues(40, 900 + seed, (index) => 60 + 2 * (shared[index] ?? 0));
      const episodes = averages.map((average, index) => {
        const figures = { after1min: 70 + 2 * (shared[index] ?? 0), average, last5percent: 40 };
        return { date: makeDate(index), kind: "peak" as const, insights: { end: 2_400, figures } };
      });
      const { step } = findShowChange(episodes.map(({ insights, date }) => ({ ...insights, date })));
      return step ? [{ step, groups: splitAtDate(episodes, step.date) }] : [];
    });
    const claims = (isSearched: boolean) =>
      shows.filter(({ groups }) => compareFigures(groups, isSearched).some(({ verdict }) => verdict === "step")).length;
    expect(shows.length).toBeGreaterThan(8);
    expect(claims(false)).toBeGreaterThan(claims(true));
    for (const { step, groups } of shows) {
      const told = compareFigures(groups, true).find(({ figure }) => figure === step.figure);
      expect(told?.verdict).toBe(step.isSudden ? "step" : "drift");
    }
  });

  it("is judged as searched at the dates within a tenth of the episodes, and no further", () => {
    const episodes = range(40).map((index) => {
      const insights = { end: 2_400, figures: { average: 60, last5percent: 40 } };
      return { date: makeDate(index), kind: "peak" as const, insights };
    });
    const isNear = (index: number) => isNearDate(episodes, makeDate(index), makeDate(20));
    expect([16, 20, 24].map(isNear)).toEqual([true, true, true]);
    expect([15, 25].map(isNear)).toEqual([false, false]);
  });
});

it.each([
  [true, "more than a steady change explains."],
  [false, "Of all dates, this one fits best, so the change may also be steady."],
])("a step that is sudden, or is not, is told first, by the date that was searched: %s", (isSudden, cause) => {
  const step = { figure: "average", date: "2030-02-01", size: -6, isSudden } as const;
  const [answer] = describeShow({ ...findShow(range(6).map((index) => simulate(index))), change: { step } });
  expect(answer).toBe(`From 2030-02-01 on, fewer stay: on average about 6 points less${isSudden ? "," : "."} ${cause}`);
});

describe("episodes of another length", () => {
  /** The average falls with the length, and nothing else changes. */
  const makeEpisode = (index: number, end: number): Dated => {
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
    expect((average?.after ?? 0) - (average?.before ?? 0)).toBeGreaterThan(8);
    expect(average?.verdict).toBe("chance");
  });

  it("are said to be shorter or longer, if by more than a quarter", () => {
    const lengths = compareLengths(groups);
    expect(lengths).toEqual({ before: 3_720, after: 1_560 });
    expect(lengths && describeLengths(lengths, "2030-03-12")).toBe(
      "Episodes are shorter from 2030-03-12 on: 26:00 at the median, before 1:02:00. The average is compared at equal lengths, the rest at equal times.",
    );
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
