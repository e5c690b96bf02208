import { describe, expect, it } from "vitest";
import { findBegin } from "../../../report/curve/moments/begin.ts";
import { pairChanges } from "../../../report/curve/moments/change-pairs.ts";
import type { Moment } from "../../../report/curve/moments/moment.ts";
import { composePassage, findPassage, joinPassages, touches } from "../../../report/curve/moments/skips-and-replays.ts";
import { makeBins, makeChange } from "../exact.ts";

const fall = makeChange(600, 20);

/** A curve that falls from 80 to 60 %, evenly between two times, in bins of so many seconds. */
function makeFall(from: number, to: number, seconds = 5) {
  const mean = (start: number, end: number) => {
    const steps = Array.from({ length: 100 }, (_, step) => start + ((step + 0.5) / 100) * (end - start));
    const gone = steps.map((time) => Math.min(1, Math.max(0, (time - from) / (to - from))));
    return 80 - (20 * gone.reduce((sum, part) => sum + part)) / 100;
  };
  const values = Array.from({ length: 3_600 / seconds }, (_, bin) => mean(bin * seconds, (bin + 1) * seconds));
  return makeBins(values, seconds);
}

const sudden = makeFall(610, 610.01);

describe("what begins a fall", () => {
  it("is heard five seconds before those skip it, on average, in whatever bins", () => {
    for (const seconds of [5, 15, 30]) expect(findBegin(fall, makeFall(611, 611.01, seconds), "skip")).toBe(606);
    expect(findBegin(fall, makeFall(605, 617), "skip")).toBe(606);
  });

  it("is heard when listeners leave who all leave at once, and if bins hide that, up to five seconds before", () => {
    const times = [5, 6, 15].map((seconds) => findBegin(fall, makeFall(612, 612.01, seconds), "loss"));
    expect(times).toEqual([612, 611, 607]);
  });

  it("is heard as the first of those go who leave one by one", () => {
    for (const [seconds, length] of [
      [5, 15],
      [5, 30],
      [10, 30],
    ] as const) {
      const long = makeChange(595, 20, { to: 645 });
      expect(Math.abs(findBegin(long, makeFall(602, 602 + length, seconds), "loss") - 602)).toBeLessThanOrEqual(2);
    }
  });

  it("is heard as the window of a slow fall begins, or of steps that come to nothing", () => {
    expect(findBegin({ ...fall, after: 80 }, makeFall(605, 617), "skip")).toBe(600);
    expect(findBegin(makeChange(600, 20, { to: 780 }), makeFall(620, 700), "loss")).toBe(600);
    expect(findBegin(makeChange(600, 20, { to: 779 }), makeFall(620, 700), "loss")).toBe(620);
  });
});

describe("a pair of falls and rises", () => {
  it("has one side of half the other at least", () => {
    const half = makeChange(700, -10);
    expect(pairChanges([fall, half])).toEqual([{ first: [fall], second: [half], match: 0.75 }]);
    expect(pairChanges([fall, makeChange(700, -9.9)])).toEqual([]);
  });

  it("has a rise that begins where the fall ends, or later", () => {
    expect(pairChanges([fall, makeChange(615, -20)])).toHaveLength(1);
    expect(pairChanges([fall, makeChange(614, -20)])).toEqual([]);
  });

  it("is of steps in both directions, whichever is first", () => {
    expect(pairChanges([makeChange(600, -20), makeChange(700, 18)])).toHaveLength(1);
    expect(pairChanges([fall, makeChange(700, 20)])).toEqual([]);
  });

  it("has the steps that match best, each once, and is a skip rather than a replay that matches a little better", () => {
    const [cliff, skip, back] = [makeChange(500, 40), fall, makeChange(700, -21)];
    expect(pairChanges([cliff, skip, back])).toMatchObject([{ first: [skip], second: [back] }]);
    const [rise, again, larger] = [makeChange(700, -18), makeChange(800, 18), makeChange(600, 30)];
    expect(pairChanges([fall, rise, again])).toMatchObject([{ first: [fall], second: [rise] }]);
    expect(pairChanges([larger, rise, again])).toMatchObject([{ first: [rise], second: [again] }]);
  });

  it("takes seven minutes at most, to the end of its last step", () => {
    const steps = [-6, -6, -6].map((size, index) => makeChange(905 + 50 * index, size));
    expect(pairChanges([fall, ...steps])).toMatchObject([{ first: [fall], second: steps }]);
    const longer = [...steps.slice(0, 2), makeChange(1_006, -6)];
    expect(pairChanges([fall, ...longer])).toMatchObject([{ first: [fall], second: longer.slice(0, 2) }]);
    expect(pairChanges([fall, makeChange(1_005, -20)])).toHaveLength(1);
    expect(pairChanges([fall, makeChange(1_006, -20)])).toEqual([]);
  });

  it("has steps that are a minute apart at most, found in whatever order", () => {
    const [one, other] = [makeChange(660, -9), makeChange(735, -9)];
    expect(pairChanges([other, fall, one])).toMatchObject([{ first: [fall], second: [one, other] }]);
    expect(pairChanges([one, other, fall])).toMatchObject([{ first: [fall], second: [one, other] }]);
    expect(pairChanges([makeChange(736, -9), fall, one])).toEqual([]);
  });

  it("has on each side steps in one direction alone", () => {
    const [first, dip, second, back] = [
      makeChange(600, 10),
      makeChange(630, -2),
      makeChange(660, 12),
      makeChange(690, -18),
    ];
    expect(pairChanges([first, dip, second, back])).toMatchObject([{ first: [second], second: [back] }]);
  });
});

describe("a passage", () => {
  it("is from what begins its first step to the middle of its last one", () => {
    const first = [makeChange(600, 8), makeChange(630, 8, { before: 72 }), makeChange(660, 4, { before: 64 })] as const;
    const second = [makeChange(700, -9, { before: 60 }), makeChange(730, -9, { before: 69 })] as const;
    const times = { from: 605, to: 737.5 };
    const skip = { kind: "skip", ...times, before: 80, within: 60, after: 78, share: 0.25 };
    expect(composePassage({ first, second, match: 1 }, sudden)).toEqual(skip);
    const rises = first.map((step) => ({ ...step, size: -step.size })) as unknown as typeof first;
    expect(composePassage({ first: rises, second, match: 1 }, sudden)).toMatchObject({ kind: "replay", from: 607.5 });
  });

  const make = (from: number, to: number, share: number, other: Partial<Moment> = {}): Moment => {
    return { kind: "skip", from, to, before: 80, within: 80 * (1 - share), after: 79, share, ...other };
  };

  it("is one with others of its kind that overlap it, as deep as the deepest one", () => {
    const [short, long, last] = [make(100, 160, 0.1), make(130, 190, 0.2, { after: 78 }), make(180, 185, 0.15)];
    expect(joinPassages([short, long, last])).toEqual([make(100, 190, 0.2, { after: 78 })]);
    const [deep, next] = [make(100, 160, 0.2), make(130, 190, 0.1, { after: 77 })];
    expect(joinPassages([deep, next])).toEqual([make(100, 190, 0.2, { after: 77 })]);
  });

  it("is none with one that begins where it ends, or of the other kind", () => {
    const [one, next, other] = [make(100, 160, 0.1), make(160, 220, 0.1), make(200, 240, 0.1, { kind: "replay" })];
    expect(joinPassages([one, next, other])).toEqual([one, next, other]);
  });

  it("touches what touches it, and what is a few seconds from it", () => {
    const passage = make(100, 160, 0.1);
    const test = (from: number, to: number) => touches({ ...fall, from, to }, passage, 30);
    expect([test(0, 70), test(190, 220), test(120, 130)]).toEqual([true, true, true]);
    expect([test(0, 69.9), test(190.1, 220)]).toEqual([false, false]);
  });
});

describe("a fall", () => {
  const back = (from: number, size: number) => makeChange(from, -size, { before: 60 });
  const come = (from: number, size: number) => makeChange(from, -size, { before: 80 - size });

  it("is a skip if 40 % of it are back within three minutes", () => {
    const skip = { kind: "skip", from: 605, to: 787.5, before: 80, within: 60, after: 68, share: 0.25 };
    expect(findPassage(fall, [back(780, 8)], sudden)).toEqual(skip);
    expect(findPassage(fall, [back(780, 7.9)], sudden)).toBeUndefined();
    expect(findPassage(fall, [back(781, 8)], sudden)).toBeUndefined();
  });

  it("is a skip to the highest level that comes back", () => {
    expect(findPassage(fall, [back(650, 9), back(700, 12), back(750, 10)], sudden)).toMatchObject({
      to: 707.5,
      after: 72,
    });
  });

  it("is a replay if 40 % of it had come in the three minutes before", () => {
    const replay = { kind: "replay", from: 427.5, to: 607.5, before: 72, within: 80, after: 60, share: 20 / 72 };
    expect(findPassage(fall, [come(420, 8)], sudden)).toEqual(replay);
    expect(findPassage(fall, [come(420, 7.9)], sudden)).toBeUndefined();
    expect(findPassage(fall, [come(419, 8)], sudden)).toBeUndefined();
  });

  it("is a replay from the lowest level that had come", () => {
    expect(findPassage(fall, [come(450, 9), come(500, 12), come(550, 10)], sudden)).toMatchObject({
      from: 507.5,
      before: 68,
    });
  });

  it("is a loss if listeners only come back, or come, while it lasts", () => {
    const within = (from: number, to: number) => [
      { ...back(from, 20), to },
      { ...come(from, 20), to },
    ];
    expect(findPassage(fall, within(600, 612), sudden)).toBeUndefined();
    expect(findPassage(fall, within(603, 615), sudden)).toBeUndefined();
    expect(findPassage(fall, within(600, 625), sudden)).toBeUndefined();
    expect(findPassage(fall, within(590, 615), sudden)).toBeUndefined();
    expect(findPassage(fall, within(590, 625), sudden)).toBeUndefined();
  });
});
