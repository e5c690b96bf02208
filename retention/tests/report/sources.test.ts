import { describe, expect, it } from "vitest";
import type { BinnedCurve } from "../../report/curve/levels/bins.ts";
import { compareSources, type Source } from "../../report/episode/source-comparison.ts";
import { makeCurve, makeSteps } from "./exact.ts";
import { simulate } from "./measured.ts";

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

  it("is no difference in the opening, nor at a single place, which is chance", () => {
    const late = makeSource(makeSteps({ 60: 100 }, 60), MANY);
    expect(compare(late, makeSource(all, MANY))?.difference).toBeUndefined();
    // The twenty places are 168 seconds apart, after 60 seconds.
    const dip = (...places: readonly number[]) => {
      const isDip = (time: number) => places.some((place) => Math.abs(time - 60 - 168 * place) < 20);
      return makeSource((time) => (isDip(time) ? 20 : 80), MANY);
    };
    expect(compare(dip(), dip(10))?.difference).toBeUndefined();
    expect(compare(dip(), dip(10, 11))?.difference?.shares).toEqual([1, 0.25]);
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

it("several sources are compared in pairs with the first", () => {
  const sources = ["Spotify", "YouTube", "Apple"].map((name) => makeSource(all, { name, ...MANY }));
  expect(compareSources(sources).map(({ one, other }) => [one, other])).toEqual([
    ["Spotify", "YouTube"],
    ["Spotify", "Apple"],
  ]);
  expect([compareSources(sources.slice(0, 1)), compareSources([])]).toEqual([[], []]);
});

it("a difference that few listeners do not show is one that four of five comparisons would show", () => {
  const sample = (seed: number, loyalty: number, listeners = 60): Source => {
    const { curve } = simulate(seed, [], { loyalty, listeners });
    return { name: `${listeners}`, kind: "plays", listeners, curve };
  };
  const own = sample(1, 0.7, 400);
  const { points = 0, ...power } = compareSources([own, sample(20, 0.7)])[0]?.power ?? {};
  expect(power).toMatchObject({ listeners: 60, fewer: { name: "60" } });
  const found = Array.from({ length: 40 }, (_, seed) => {
    // The part that stays to the end is also that part of those present at 1:00, nearly.
    return compareSources([own, sample(200 + seed, 0.7 - points / 100)])[0]?.difference;
  }).filter((difference) => difference !== undefined);
  expect(found.length).toBeGreaterThan(24);
  expect(found.length).toBeLessThan(40);
});
