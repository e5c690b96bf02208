import { range } from "d3-array";
import { describe, expect, it } from "vitest";
import { findStep } from "../../report/curve/statistics/shift.ts";
import { findBestStep, judgeSearchedStep } from "../../report/curve/statistics/step.ts";
import { compareFigures, splitAtDate } from "../../report/show/before-after.ts";
import { findShowChange } from "../../report/show/show-change.ts";
import { makeShow, makeValues, toDated } from "./series.ts";

const computeRate = (count: number, isTrue: (seed: number) => boolean) => range(count).filter(isTrue).length / count;

describe("a step in a series", () => {
  it("is by chance in one of twenty series that do not change, or change steadily", () => {
    const still = (seed: number) => (findBestStep(makeValues(30, seed, () => 0))?.p ?? 1) < 0.05;
    const steady = (seed: number) => (findBestStep(makeValues(30, seed, (index) => index / 10))?.pSteady ?? 1) < 0.05;
    expect(computeRate(150, (seed) => still(1_000 + seed))).toBeLessThanOrEqual(0.1);
    expect(computeRate(150, (seed) => steady(2_000 + seed))).toBeLessThanOrEqual(0.1);
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
});

it("what a show says of its change is not more than a steady change at the date that was searched, unless it is said to be sudden", () => {
  const shows = range(120).flatMap((seed) => {
    const shared = makeValues(40, 700 + seed, (index) => index / 8);
    const openings = shared.map((value) => 70 + 2 * value);
    const show = makeShow(
      openings,
      makeValues(40, 900 + seed, (index) => (openings[index] ?? 0) - 10),
    );
    const { step } = findShowChange(show);
    return step ? [{ step, groups: splitAtDate(toDated(show), step.date) }] : [];
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
