import { describe, expect, it } from "vitest";
import { findShowChange } from "../../report/show-change.ts";
import { makeDate, repeat } from "../support/exact.ts";

/** Makes a show of weekly episodes from their openings and averages. Episodes of a minute have no opening. */
function makeShow(openings: readonly (number | undefined)[], averages: readonly number[] = []) {
  return openings.map((after1min, index) => ({
    date: makeDate(index),
    end: after1min === undefined ? 60 : 2_400,
    figures: { average: averages[index] ?? 60, last5percent: 40, ...(after1min !== undefined && { after1min }) },
  }));
}

/** Makes openings of which the first ones are low, as many are higher by some points, and exceptions of these are low again. */
function makeStep(count: number, size = 10, exceptions: readonly number[] = []): number[] {
  const isAfter = (index: number) => index >= count && !exceptions.includes(index);
  return Array.from({ length: 2 * count }, (_, index) => (isAfter(index) ? 60 + size : 60));
}

const rise = (count: number) => Array.from({ length: count }, (_, index) => 60 + index / 4);

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
    expect(findShowChange(makeShow(makeStep(10, 2.9)))).not.toHaveProperty("step");
    expect(findShowChange(makeShow(repeat(20, 70), makeStep(10, -3)))).toMatchObject({ step: { size: -3 } });
    expect(findShowChange(makeShow(repeat(20, 70), makeStep(10, -2.9)))).toEqual({});
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
