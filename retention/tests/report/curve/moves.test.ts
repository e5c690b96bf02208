import { describe, expect, it } from "vitest";
import { findMoves, joinFalls } from "../../../report/curve/moments/moves.ts";
import { makeChange } from "../exact.ts";

describe("the changes that a moment may have", () => {
  it("are those of three standard deviations and more, in both directions", () => {
    const [fall, rise] = [makeChange(100, 3), makeChange(200, -3)];
    expect(findMoves([makeChange(0, 2.99), fall, rise, makeChange(300, -2.99)], 5)).toEqual([fall, rise]);
  });

  it("are the largest one, then the largest of those that overlap it by less than half a bin on each side", () => {
    const largest = makeChange(100, 9, { to: 200 });
    const [before, after] = [makeChange(94, 4), makeChange(191, -5)];
    const overlapping = [makeChange(96, 7), makeChange(189, -7), makeChange(140, 8), makeChange(90, 8, { to: 210 })];
    expect(findMoves([before, ...overlapping, largest, after], 20)).toEqual([largest, after, before]);
  });

  it("are one of several that touch, where there are no bins", () => {
    const [first, second, third] = [makeChange(0, 4), makeChange(15, 5), makeChange(30, 4)];
    const apart = makeChange(31, 3);
    expect(findMoves([first, second, third, apart], 0)).toEqual([second, apart]);
  });
});

describe("falls that touch", () => {
  const makeFall = (from: number, before: number, size: number, isClear = false) => {
    return { from, to: from + 15, before, after: before - size, size, isClear };
  };
  const [one, two, three] = [makeFall(100, 80, 8), makeFall(120, 72, 6, true), makeFall(140, 66, 9)];

  it("are one from the beginning of the first to the end of the last, in whatever order they are found", () => {
    const whole = { from: 100, to: 155, before: 80, after: 57, size: 23, isClear: true };
    expect(joinFalls([three, one, two], 5)).toEqual([whole]);
    expect(joinFalls([two, one, three], 5)).toEqual([whole]);
    expect(joinFalls([two, three, one], 5)).toEqual([whole]);
  });

  it("are at most one bin apart", () => {
    expect(joinFalls([one, two, three], 4.9)).toEqual([one, two, three]);
  });

  it("are clear if one of them is", () => {
    const join = (first: boolean, second: boolean) =>
      joinFalls(
        [
          { ...one, isClear: first },
          { ...two, isClear: second },
        ],
        5,
      ).map(({ isClear }) => isClear);
    expect([join(false, false), join(true, false), join(false, true)]).toEqual([[false], [true], [true]]);
  });
});
