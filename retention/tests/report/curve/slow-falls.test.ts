import { describe, expect, it } from "vitest";
import type { Levels } from "../../../report/curve/levels/levels.ts";
import type { Fall } from "../../../report/curve/moments/level-changes.ts";
import { addSlow, computeSlowFalls } from "../../../report/curve/moments/slow-falls.ts";
import { makeCurve } from "../exact.ts";

const END = 3_600;

/** Makes the levels of an hour. */
const makeLevels = (getLevel: (time: number) => number): Levels => ({ end: END, getLevel });

/** Makes a level of which a part leaves within each three minutes. */
const leave = (part: number) => (time: number) => 100 * (1 - part) ** (time / 180);

/** Finds slow falls of an hour between its first and its last five minutes. */
function find(getLevel: (time: number) => number, similar: readonly Levels[], step = 0.001) {
  return computeSlowFalls(makeCurve(getLevel, { step }), similar, 300, END - 300);
}

describe("a slow fall", () => {
  const level = makeLevels(() => 50);
  const others = [makeLevels(leave(0.1)), makeLevels(leave(0.3))];
  const halve = (time: number) => leave(0.2)(time) * (time >= 1_800 ? 0.5 : 1);

  it("is what is lost in three minutes beyond what the others lose, from each half minute on", () => {
    const falls = find(halve, others).filter(({ size }) => size > 1);
    expect(falls.map(({ from }) => from)).toEqual([1_620, 1_650, 1_680, 1_710, 1_740, 1_770]);
    const before = leave(0.2)(1_620);
    expect(falls[0]).toMatchObject({
      to: 1_800,
      before: expect.closeTo(before, 9),
      after: expect.closeTo(0.4 * before, 9),
      expected: expect.closeTo(0.2 * before, 9),
      size: expect.closeTo(0.4 * before, 9),
    });
  });

  it("deviates as the others do among them, and as they do from what is usual", () => {
    const fall = find(halve, others).find(({ from }) => from === 1_620);
    expect(fall?.deviation).toBeCloseTo(0.1 * leave(0.2)(1_620) * Math.sqrt(1.5), 9);
  });

  it("deviates as counting does, where that is more", () => {
    const fall = find(halve, others, 5).find(({ from }) => from === 1_620);
    expect(fall?.deviation).toBeCloseTo(Math.sqrt(5 * 0.2 * leave(0.2)(1_620) * 1.5), 9);
  });

  it("is none where a curve loses as much as the others, or less, or more all along", () => {
    expect(find(() => 80, [level, level])).toEqual([]);
    expect(find(() => 80, others)).toEqual([]);
    expect(find(leave(0.2), [level, level]).filter(({ size }) => size > 1e-9)).toEqual([]);
  });

  it("is none where listeners are back after two minutes", () => {
    const dip = (seconds: number) => (time: number) => (time >= 1_800 && time < 1_800 + seconds ? 60 : 80);
    expect(find(dip(120), [level])).toEqual([]);
    expect(find(dip(121), [level])).toMatchObject([{ from: 1_620, to: 1_800, before: 80, after: 60, size: 20 }]);
  });
});

describe("a fall and a slow fall", () => {
  const make = (from: number, to: number, size: number): Fall => ({ from, to, before: 100, after: 100 - size, size });
  const slow = make(1_200, 1_380, 20);

  it("that overlap are told as the fall if it is 60 % of the slow one and more, or else as the slow one", () => {
    const [most, less] = [make(1_300, 1_315, 12), make(1_300, 1_315, 11.9)];
    expect(addSlow([most], [slow])).toEqual([most]);
    expect(addSlow([less], [slow])).toEqual([slow]);
    const ofFew = { ...make(1_300, 1_315, 6), before: 50 };
    expect(addSlow([ofFew], [slow])).toEqual([ofFew]);
  });

  it("that do not overlap are told both, even if they touch", () => {
    for (const from of [1_000, 1_185, 1_380, 1_500]) {
      for (const size of [5, 30]) {
        const fall = make(from, from + 15, size);
        expect(addSlow([fall], [slow])).toEqual([fall, slow]);
      }
    }
  });
});
