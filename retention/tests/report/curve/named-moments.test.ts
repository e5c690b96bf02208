import { describe, expect, it } from "vitest";
import type { BinnedCurve } from "../../../report/curve/levels/bins.ts";
import { findMoments } from "../../../report/curve/moments/moments.ts";
import { makeBins } from "../exact.ts";

/** Makes a curve of an hour without noise, from a function of the second. */
const make = (getLevel: (second: number) => number, other: Partial<BinnedCurve> = {}) =>
  makeBins(
    Array.from({ length: 720 }, (_, bin) => getLevel(5 * bin)),
    5,
    other,
  );

/** Makes a curve of levels, each from a second on. */
const makeSteps = (levels: Readonly<Record<number, number>>, other: Partial<BinnedCurve> = {}) =>
  make((second) => Object.entries(levels).findLast(([from]) => Number(from) <= second)?.[1] ?? 100, other);

const read = (curve: BinnedCurve, similar: readonly BinnedCurve[] = []) =>
  findMoments(curve, similar).map(({ kind }) => kind);

const flat = make(() => 100);

describe("a moment", () => {
  it("is one of 3 % and more", () => {
    expect(read(makeSteps({ 1500: 97 }))).toEqual(["loss"]);
    expect(read(makeSteps({ 1500: 97.1 }))).toEqual([]);
    expect(read(makeSteps({ 1500: 97, 1560: 100 }))).toEqual(["skip"]);
    expect(read(makeSteps({ 1500: 97.1, 1560: 100 }))).toEqual([]);
  });

  it("may be less than 30 % if 30 listen", () => {
    const few = (listeners: number) => makeSteps({ 1500: 75 }, { listeners, step: 100 / listeners });
    expect([read(few(30)), read(few(29))]).toEqual([["loss"], []]);
  });

  it("has a usual loss beside other episodes alone", () => {
    const curve = makeSteps({ 1500: 80 });
    const [alone] = findMoments(curve, []);
    expect(alone && "usual" in alone).toBe(false);
    const [beside] = findMoments(curve, [makeSteps({ 1500: 95 })]);
    expect(beside?.usual).toBeCloseTo(0.05, 9);
    expect(findMoments(curve, [curve])).toEqual([]);
  });
});

it("two passages are two moments, of which the second may match better", () => {
  const moments = findMoments(makeSteps({ 1200: 80, 1260: 96, 1800: 76, 1860: 96 }), []);
  expect(moments).toMatchObject([
    { kind: "skip", share: 0.2 },
    { kind: "skip", share: 20 / 96 },
  ]);
});

describe("a fall", () => {
  it("is a loss if what comes back may be chance", () => {
    const few = { listeners: 50, step: 2 };
    expect(read(makeSteps({ 1500: 90, 1560: 94.2 }, few))).toEqual(["skip"]);
    expect(read(makeSteps({ 1500: 94, 1560: 96.5 }, few))).toEqual(["loss"]);
  });

  it("is a loss without the small one before it that comes back", () => {
    const curve = makeSteps({ 1485: 98, 1500: 90, 1560: 92 }, { flux: 0.002 });
    // In the three minutes before, the curve loses 2 of 100 points: a twelfth of that in a quarter of a minute.
    const share = expect.closeTo(8 / 98 - Math.log(100 / 98) / 12, 9);
    expect(findMoments(curve, [])).toMatchObject([{ kind: "loss", before: 98, after: 90, share }]);
  });
});

describe("a slow loss", () => {
  const decline = (part: number) => (second: number) =>
    100 * (1 - part) ** (Math.min(360, Math.max(0, second - 1_200)) / 180);

  it("is one of 5 % and more in three minutes, beside other episodes", () => {
    expect(findMoments(make(decline(0.052)), [flat])).toMatchObject([
      { kind: "loss", from: 1_230, to: 1_410, share: expect.closeTo(0.052, 9), usual: 0 },
    ]);
    expect(read(make(decline(0.048)), [flat])).toEqual([]);
    expect(read(make(decline(0.052)))).toEqual([]);
  });

  it("is none where so few listen that it may be chance", () => {
    const few = (listeners: number) => make(decline(0.052), { listeners, step: 100 / listeners });
    expect([read(few(60), [flat]), read(few(36), [flat])]).toEqual([["loss"], []]);
  });

  it("is one of 30 % and more, as any moment, of fewer than 30 listeners", () => {
    const few = (part: number, listeners: number) => make(decline(part), { listeners });
    expect(read(few(0.25, 30), [flat])).toContain("loss");
    expect(read(few(0.25, 29), [flat])).toEqual([]);
    expect(read(few(0.35, 29), [flat])).toContain("loss");
  });

  it("that touches a skipped passage is a part of it", () => {
    const isSkipped = (second: number) => second >= 1_350 && second < 1_410;
    const curve = make((second) => decline(0.06)(second) - (isSkipped(second) ? 20 : 0));
    expect(read(curve, [flat])).toEqual(["skip"]);
  });
});
