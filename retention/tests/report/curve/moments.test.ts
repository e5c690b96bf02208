import { describe, expect, it } from "vitest";
import type { Chart } from "../../../../lib/chart.ts";
import { drawNormal } from "../../../bench/simulators/simulated-episode.ts";
import { computeBins } from "../../../report/curve/levels/bins.ts";
import { alignTime, computeEdge } from "../../../report/curve/levels/levels.ts";
import { findLargest, type Moment } from "../../../report/curve/moments/moment.ts";
import { findMoments } from "../../../report/curve/moments/moments.ts";
import { findEnding, findOpening } from "../../../report/curve/moments/opening.ts";
import { createRandom, type Passage, simulateChart } from "../../../report/demo/listeners.ts";

/** Makes a curve of an hour with noise, from a function of the second. */
function makeNoisy(shape: (second: number) => number, deviation = 1, seed = 1, spacing = 1): Chart {
  const random = createRandom(seed);
  const data = Array.from({ length: 3_600 / spacing }, (_, index) => {
    return { time: index * spacing, percentage: Math.max(0, drawNormal(random, shape(index * spacing), deviation)) };
  });
  return { guid: "g", duration: 3_600, data };
}

const decline = (second: number) => 45 + 50 * Math.exp(-second / 3_000);

const find = (chart: Chart, listeners?: number) => findMoments(computeBins(chart, listeners), []);

const read = (moments: readonly Moment[]) => moments.map(({ kind }) => kind);

/** Expects one moment, with times that are at most some seconds off. */
function expectMoment(moments: readonly Moment[], kind: Moment["kind"], from: number, to: number, off: number): void {
  expect(read(moments)).toEqual([kind]);
  expect(Math.abs((moments[0]?.from ?? 0) - from)).toBeLessThanOrEqual(off);
  expect(Math.abs((moments[0]?.to ?? 0) - to)).toBeLessThanOrEqual(off);
}

describe("the moments of a curve", () => {
  it("are not told where it lacks points", () => {
    const steep = makeNoisy((second) => decline(second) * (second >= 1_500 ? 0.8 : 1), 0, 1, 10);
    const cut = { ...steep, data: steep.data.filter(({ time }) => time < 1_480 || time > 1_500) };
    expect(read(find(steep, 500))).toEqual(["loss"]);
    expect(find(cut, 500)).toEqual([]);
  });

  it("have a loss of three minutes, as a whole", () => {
    const ramp = (second: number) => Math.min(1, Math.max(0, (second - 1_500) / 180));
    const moments = find(makeNoisy((second) => decline(second) * (1 - 0.2 * ramp(second)), 0.3));
    expectMoment(moments, "loss", 1_500, 1_680, 25);
    expect(moments[0]?.share).toBeGreaterThan(0.16);
  });

  it("have a skipped passage in bins as wide as a third of it, and a replayed one of little more than a bin", () => {
    const makeBins = (change: number, length: number, phase: number) => {
      const from = 1_512 + phase;
      const part = (second: number) =>
        Math.min(1, Math.max(0, (second + 27 - from) / 27, 0), Math.max(0, (from + length - second) / 27));
      return makeNoisy((second) => decline(second) * (1 + change * Math.max(0, part(second))), 0.2, 5 + phase, 27);
    };
    for (const phase of [0, 5, 10, 15, 20]) {
      expect(read(find(makeBins(-0.25, 75, phase)))).toEqual(["skip"]);
      expect(read(find(makeBins(0.25, 45, phase)))).toEqual(["replay"]);
    }
  });

  it("have a loss soon after a skipped passage", () => {
    const isSkipped = (second: number) => second >= 1_200 && second < 1_260;
    const shape = (second: number) => decline(second) * (isSkipped(second) ? 0.75 : second >= 1_340 ? 0.8 : 1);
    expect(read(find(makeNoisy(shape, 0.3)))).toEqual(["skip", "loss"]);
  });

  it.each([
    ["a level", () => 70],
    ["a straight decline", (second: number) => 100 - second / 60],
    ["a curved decline", (second: number) => 40 + 60 * Math.exp(-second / 900)],
    ["a steep opening", (second: number) => 55 + 45 * Math.exp(-second / 25)],
  ])("are none in %s with noise, however much", (_, shape) => {
    for (const [index, deviation] of [0, 0.3, 1, 3, 8].entries()) {
      for (const spacing of [1, 15, 36]) expect(find(makeNoisy(shape, deviation, index + 1, spacing))).toEqual([]);
    }
  });

  it("are found in curves of a point every 36 seconds, as YouTube has", () => {
    const shape = (second: number) => decline(second) * (second >= 1_512 ? 0.75 : 1);
    expectMoment(find(makeNoisy(shape, 0.5, 3, 36)), "loss", 1_512, 1_512, 40);
  });

  it("are those that simulated listeners make", () => {
    const passages: Passage[] = [
      { kind: "leave", from: 900, to: 915, share: 0.3 },
      { kind: "skip", from: 1_500, to: 1_590, share: 0.25 },
      { kind: "replay", from: 2_400, to: 2_460, share: 0.3 },
    ];
    for (const seed of [1, 2, 3]) {
      const plan = { guid: "g", duration: 3_600, listeners: 400, loyalty: 0.6, passages };
      const moments = find(simulateChart(plan, seed), 400);
      expect(read(moments)).toEqual(["loss", "skip", "replay"]);
      for (const [index, { from }] of passages.entries())
        expect(Math.abs((moments[index]?.from ?? 0) - from)).toBeLessThan(20);
      expect(findLargest(moments, "loss")).toBe(moments[0]);
    }
  });

  it("are none in the opening and the ending, which figures tell", () => {
    const intro = (second: number) => (second < 40 ? 100 : 60);
    const credits = (second: number) => (second >= 3_400 ? 0.4 : 1);
    expect(find(makeNoisy((second) => intro(second) * credits(second)))).toEqual([]);
  });

  it("are none if the curve has few points, and don't fail at odd ones", () => {
    const point = { time: 0, percentage: 100 };
    expect(find({ guid: "g", duration: 60, data: [point] })).toEqual([]);
    expect(find({ guid: "g", duration: 0, data: [point, point] })).toEqual([]);
    const tenths = [100, 90, 30, 30, 30, 30, 30, 30, 30, 30];
    const data = tenths.map((percentage, index) => ({ time: 60 * index, percentage }));
    expect(find({ guid: "g", duration: 600, data })).toEqual([]);
    expect(find({ guid: "g", duration: 1, data: [point, { time: 5_000, percentage: 0 }] })).toEqual([]);
    expect(find({ guid: "g", duration: 3_600, data: makeNoisy(() => 0, 0).data }, 50)).toEqual([]);
  });
});

describe("an opening", () => {
  const makeCurve = (shape: (second: number) => number) => computeBins(makeNoisy(shape, 0));

  it("lasts a minute, or on by whole minutes while listeners leave twice as fast as in the middle", () => {
    const find = (shape: (second: number) => number) => findOpening(makeCurve(shape), []);
    expect([find(decline), find(() => 100)]).toEqual([60, 60]);
    expect(find((second) => decline(second) * (1 - Math.min(170, second) / 300))).toBe(180);
    expect(find((second) => decline(second) * (1 - Math.min(900, second) / 1_000))).toBe(240);
  });

  it("is as long as in most of the others", () => {
    const long = makeCurve((second) => decline(second) * (1 - Math.min(170, second) / 300));
    expect(findOpening(makeCurve(decline), [long, long, long, long, long])).toBe(180);
  });

  it("is at most a fifth of a short episode, and an ending at most five minutes", () => {
    const { data, ...chart } = makeNoisy(() => 70, 0);
    const short = computeBins({ ...chart, duration: 100, data: data.slice(0, 100) });
    expect(findOpening(short, [])).toBe(20);
    expect(findEnding(short)).toBe(90);
    expect(findEnding({ end: 7_200, getLevel: () => 0 })).toBe(6_900);
  });
});

it("the alignment of two episodes is the same second in the opening and before the end, and the same part between", () => {
  expect(computeEdge(2_700, 3_600)).toBe(300);
  expect(computeEdge(500, 3_600)).toBe(100);
  expect(alignTime(60, 2_700, 3_600)).toBe(60);
  expect(alignTime(2_650, 2_700, 3_600)).toBe(3_550);
  expect(alignTime(1_350, 2_700, 3_600)).toBe(1_800);
  expect(alignTime(alignTime(700, 2_700, 3_600), 3_600, 2_700)).toBeCloseTo(700, 9);
});
