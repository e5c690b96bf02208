import { describe, expect, it } from "vitest";
import type { BinnedCurve } from "../../report/curve/levels/bins.ts";
import { compareSources, type Source } from "../../report/source-comparison.ts";
import { makeCurve, makeSteps } from "../support/exact.ts";

/** Makes a source of an hour from its exact levels. */
function makeSource(
  getLevel: BinnedCurve["getLevel"],
  { name = "Spotify", ...more }: Partial<BinnedCurve & Source> = {},
) {
  const { listeners, kind = "peak", ...curve } = more;
  return { name, kind, curve: makeCurve(getLevel, curve), ...(listeners !== undefined && { listeners }) };
}

/** So many that nothing is due to chance. */
const MANY = { listeners: 1e11 };

const all = () => 100;

/** All stay for half an hour, and then this many percent. */
const keep = (percentage: number) => makeSteps({ 1800: 100 }, percentage);

describe("what two sources of an episode show", () => {
  const compare = (...sources: Source[]) => compareSources(sources)[0];

  it("is drawn at one height after a minute, or after a tenth of the shorter one", () => {
    const findBase = (...ends: number[]) =>
      compareSources(ends.map((end) => makeSource(all, { ...MANY, end })))[0]?.base;
    expect(findBase(3_600, 1_200)).toBe(60);
    expect(findBase(3_600, 400)).toBe(40);
    expect(findBase(400, 3_600)).toBe(40);
  });

  it("is no difference in the last 5 % of the shorter one, which may be credits", () => {
    // The places are 82.5 seconds apart, and the last one is at 1,710, which is 95 % of half an hour.
    const short = (end: number) => makeSource(makeSteps({ [end]: 100 }, 0), { ...MANY, end: 1_800 });
    const long = makeSource(all, MANY);
    expect(compare(short(1_720), long)?.difference).toBeUndefined();
    expect(compare(long, short(1_720))?.difference).toBeUndefined();
    expect(compare(short(1_600), long)?.difference).toEqual({ from: 1_627.5, at: 1_627.5, shares: [0, 1] });
  });

  it("is a difference from five points on, however many listen", () => {
    const differ = (one: number, other: number) =>
      compare(makeSource(keep(one), MANY), makeSource(keep(other), MANY))?.difference !== undefined;
    expect(differ(5, 0)).toBe(true);
    expect(differ(4.9, 0)).toBe(false);
    expect(differ(100, 95.1)).toBe(false);
    expect(differ(100, 94.9)).toBe(true);
  });

  it("is a difference if chance rarely is as large anywhere, the more rarely the more sources are compared", () => {
    // Of those present, 55 % and 45 % are left: with n on each side, they are 0.1 / root(0.5 * 0.5 * 2 / n) deviations apart.
    const find = (z: number, ...more: Source[]) => {
      const one = { step: 100 / (50 * z ** 2), listeners: Math.round(50 * z ** 2) };
      return compare(makeSource(keep(55), one), makeSource(keep(45), one), ...more)?.difference;
    };
    // At 5 % for differences either way at twenty places, the limit is 3.01 deviations, and for two such comparisons 3.21.
    expect(find(2.9)).toBeUndefined();
    expect(find(3.1)?.shares).toEqual([0.55, 0.45]);
    expect(find(3.1, makeSource(all, MANY))).toBeUndefined();
    expect(find(3.3, makeSource(all, MANY))?.shares).toEqual([0.55, 0.45]);
  });
});

describe("a source of which nobody says how many listen", () => {
  /** Compares two that differ much, of which the second has levels of so many percent. */
  const compare = (step: number) =>
    compareSources([makeSource(all, MANY), makeSource(keep(20), { name: "YouTube", step })])[0];

  it("is counted by its levels, if one of them is a percent or more", () => {
    expect(compare(1)).toMatchObject({ uncounted: [], difference: { shares: [1, 0.2] }, power: { listeners: 100 } });
  });

  it("is only drawn if its levels are finer: neither a difference is claimed, nor what could be told", () => {
    expect(compare(0.99)).toEqual({ one: "Spotify", other: "YouTube", base: 60, uncounted: ["YouTube"] });
  });
});
