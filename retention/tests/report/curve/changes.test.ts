import { describe, expect, it } from "vitest";
import { type Change, computeChanges } from "../../../report/curve/moments/level-changes.ts";
import { compareWithUsual, computeUsualLoss } from "../../../report/curve/moments/usual-loss.ts";
import { makeBins, makeChange } from "../exact.ts";

/** Makes a curve of four minutes, or of any number of bins of 15 seconds, in which a window is a bin. */
const make = (getLevel: (bin: number) => number, bins = 16) =>
  makeBins(
    Array.from({ length: bins }, (_, bin) => getLevel(bin)),
    15,
  );

/** Computes the changes of such a curve between two times. */
const compute = (getLevel: (bin: number) => number, start: number, stop: number) =>
  computeChanges(make(getLevel), start, stop).changes;

/** Finds the change of 15 seconds that begins in a bin. */
const at = (changes: readonly Change[], bin: number) =>
  changes.find(({ from, to }) => from === 15 * (bin + 0.5) && to - from === 15);

describe("the changes of a curve", () => {
  it("take 15 seconds and more, up to 12 % of the episode, or ten seconds in a short one", () => {
    const read = (bins: number, start: number, stop: number) => {
      const { changes, tests } = computeChanges(makeBins(new Array(bins).fill(70), 5), start, stop);
      return { lags: [...new Set(changes.map(({ from, to }) => to - from))], tests };
    };
    expect(read(100, 60, 450)).toEqual({ lags: [15, 30, 60], tests: (73 * 5) / 15 });
    expect(read(99, 60, 445)).toEqual({ lags: [15, 30], tests: (72 * 5) / 15 });
    expect(read(20, 20, 90)).toEqual({ lags: [10], tests: (10 * 5) / 10 });
  });

  it("are none where they could begin at fewer than eight places", () => {
    const curve = make(() => 70);
    const { changes, tests } = computeChanges(curve, 30, 180);
    expect([changes.length, tests]).toEqual([8, 8]);
    expect(computeChanges(curve, 30, 179)).toEqual({ changes: [], tests: 0 });
  });

  it("begin only where someone is, and are numbers wherever nobody is", () => {
    const isEmpty = (bin: number) => (bin >= 6 && bin < 10) || bin >= 14;
    const changes = compute((bin) => (isEmpty(bin) ? 0 : 80), 30, 240);
    expect(changes.map(({ from }) => from / 15 - 0.5)).toEqual([2, 3, 4, 5, 10, 11, 12, 13]);
    expect(changes.filter(({ z, expected }) => !(Number.isFinite(z) && Number.isFinite(expected)))).toEqual([]);
  });

  it("deviate as they do elsewhere, in parts of those present or in points, whichever is more", () => {
    const changes = compute((bin) => [100, 80, 50][bin % 3] ?? 0, 45, 210);
    // The parts are 0.2, 0.375 and -1, the points 20, 30 and -50, each three times.
    const factor = 1.4826 * (1 + 1.17 / 3) * Math.sqrt(1 + 15 / 180);
    expect(at(changes, 3)).toMatchObject({ size: 20, deviation: expect.closeTo(0.175 * 100 * factor, 9) });
    expect(at(changes, 5)).toMatchObject({ size: -50, deviation: expect.closeTo(10 * factor, 9) });
  });
});

describe("the own rate of a curve around a change", () => {
  const readExpected = (changes: readonly Change[], ...bins: number[]) =>
    bins.map((bin) => at(changes, bin)?.expected ?? Number.NaN);

  it("is read from 45 seconds and more before it", () => {
    const changes = compute((bin) => 80 / 2 ** Math.min(bin, 3), 30, 240);
    const [early = 0, later = 0] = readExpected(changes, 2, 3);
    expect(early).toBe(0);
    expect(later).toBeCloseTo(10 * Math.LN2, 6);
  });

  it("is read from 45 seconds and more after it", () => {
    const changes = compute((bin) => 80 / 2 ** Math.max(0, bin - 12), 30, 240);
    const [early = 0, later = 0] = readExpected(changes, 11, 12);
    expect(early).toBeCloseTo(80 * Math.LN2, 6);
    expect(later).toBe(0);
  });

  it("is that of three minutes", () => {
    const curve = make((bin) => 100 * 0.9 ** Math.min(bin, 10), 60);
    const [near = 0, far = 0] = readExpected(computeChanges(curve, 60, 800).changes, 21, 22);
    expect(near).toBeCloseTo((-Math.log(0.9) / 12) * 100 * 0.9 ** 10, 6);
    expect(far).toBe(0);
  });
});

describe("a change beside other episodes", () => {
  const curve = make(() => 80, 240);
  const half = { end: 3_600, getLevel: (time: number) => (time > 1_805 ? 40 : 80) };

  it("is what a fall has beyond their usual one, and all of a rise", () => {
    const compare = (size: number) => compareWithUsual(makeChange(1_800, size), curve, [half, half]);
    expect(compare(50).excess).toBe(10);
    expect(compare(30).excess).toBe(0);
    expect(compare(-10)).toEqual({ excess: -10, z: expect.closeTo(-9.84, 2) });
  });

  it("is all of it without others, whose usual is not known", () => {
    expect(compareWithUsual(makeChange(1_800, 10), curve, [])).toEqual({ excess: 10, z: expect.closeTo(9.84, 2) });
    expect(computeUsualLoss(makeChange(1_800, 10), curve, [half])).toBe(0.5);
    expect(computeUsualLoss(makeChange(1_800, 10), curve, [])).toBeUndefined();
  });
});
