import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, type Passage, simulateChart } from "../../cli/demo/listeners.ts";
import type { Moment } from "../../curve/moments/moment.ts";
import { computeMoments } from "../../curve/moments/moments.ts";
import { splitIntoLines } from "../../curve/moments/pelt.ts";
import { describeMoment } from "../../curve/sentences.ts";
import type { Chart } from "../../lib/chart.ts";

/** Makes a curve of an hour with noise, from a function of the second. */
function makeNoisy(shape: (second: number) => number, deviation = 1, seed = 1, spacing = 1): Chart {
  const random = createRandom(seed);
  const draw = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const data = Array.from({ length: 3_600 / spacing }, (_, index) => {
    return { time: index * spacing, percentage: Math.max(0, shape(index * spacing) + deviation * draw()) };
  });
  return { guid: "g", duration: 3_600, data };
}

const decline = (second: number) => 45 + 50 * Math.exp(-second / 3_000);

const read = (moments: readonly Moment[]) =>
  moments.map(({ kind, from, to }) => [kind, Math.round(from), Math.round(to)] as const);

/** Expects one moment, with times that are at most some seconds off. */
function expectMoment(moments: readonly Moment[], kind: Moment["kind"], from: number, to: number, off: number): void {
  expect(moments).toHaveLength(1);
  const [moment] = moments;
  expect(moment?.kind).toBe(kind);
  expect(Math.abs((moment?.from ?? 0) - from)).toBeLessThanOrEqual(off);
  expect(Math.abs((moment?.to ?? 0) - to)).toBeLessThanOrEqual(off);
}

describe("the moments of a curve", () => {
  it("have a loss that stays, where it begins", () => {
    const moments = computeMoments(makeNoisy((second) => decline(second) - (second >= 270 ? 20 : 0)));
    expectMoment(moments, "loss", 270, 270, 2);
    expect(moments[0]?.before).toBeCloseTo(decline(270), 0);
    expect(moments[0]?.after).toBeCloseTo(decline(270) - 20, 0);
  });

  it("have a loss of half a minute, from its start to its end", () => {
    const ramp = (second: number) => Math.min(1, Math.max(0, (second - 75) / 30));
    expectMoment(computeMoments(makeNoisy((second) => decline(second) - 25 * ramp(second))), "loss", 75, 105, 5);
  });

  it("have a skipped passage, which is no loss", () => {
    const isSkipped = (second: number) => second >= 3_000 && second < 3_060;
    const moments = computeMoments(makeNoisy((second) => decline(second) - (isSkipped(second) ? 12 : 0)));
    expectMoment(moments, "skip", 3_000, 3_060, 2);
  });

  it("have a replayed passage, whose end is no loss", () => {
    const isReplayed = (second: number) => second >= 1_200 && second < 1_260;
    const moments = computeMoments(makeNoisy((second) => decline(second) + (isReplayed(second) ? 15 : 0)));
    expectMoment(moments, "replay", 1_200, 1_260, 2);
  });

  it.each([
    ["a level", () => 70],
    ["a straight decline", (second: number) => 100 - second / 60],
    ["a curved decline", (second: number) => 40 + 60 * Math.exp(-second / 900)],
  ])("are none in %s with noise, however much", (_, shape) => {
    for (const [index, deviation] of [0, 0.3, 1, 3, 8].entries()) {
      for (const spacing of [1, 15, 36])
        expect(read(computeMoments(makeNoisy(shape, deviation, index + 1, spacing)))).toEqual([]);
    }
  });

  it("are found in curves of a point every 36 seconds, as YouTube has", () => {
    const skip = (second: number) => (second >= 1_800 && second < 1_908 ? 12 : 0);
    const loss = (second: number) => (second >= 720 ? 15 : 0);
    const chart = makeNoisy((second) => decline(second) - skip(second) - loss(second), 0.5, 3, 36);
    expect(read(computeMoments(chart))).toEqual([
      ["loss", 720, 720],
      ["skip", 1_800, 1_908],
    ]);
  });

  it("are those that simulated listeners make", () => {
    const passages: Passage[] = [
      { kind: "leave", from: 600, to: 620, share: 0.3 },
      { kind: "skip", from: 1_500, to: 1_590, share: 0.25 },
      { kind: "replay", from: 2_400, to: 2_460, share: 0.2 },
    ];
    for (const seed of [1, 2, 3]) {
      const plan = { guid: "g", duration: 3_600, listeners: 400, loyalty: 0.98, passages };
      const moments = computeMoments(simulateChart(plan, seed), 400);
      expect(moments.map(({ kind }) => kind)).toEqual(["loss", "skip", "replay"]);
      for (const [index, { from, to }] of passages.entries()) {
        expect(Math.abs((moments[index]?.from ?? 0) - from)).toBeLessThan(6);
        expect(Math.abs((moments[index]?.to ?? 0) - to)).toBeLessThan(6);
      }
    }
  });

  it("need more of a step the fewer the listeners are", () => {
    const chart = makeNoisy((second) => 80 - (second >= 1_000 ? 15 : 0), 0);
    expect(computeMoments(chart, 500)).toHaveLength(1);
    expect(computeMoments(chart, 20)).toEqual([]);
    const rounded = chart.data.map(({ time, percentage }) => ({ time, percentage: percentage + (time % 2 ? 5 : 0) }));
    // Without their number, the smallest step of the curve stands for a listener.
    expect(computeMoments({ ...chart, data: rounded })).toEqual([]);
  });

  it("are at most five, the largest", () => {
    const falls = [300, 800, 1_300, 1_800, 2_300, 2_800];
    const chart = makeNoisy(
      (second) => 95 - falls.filter((fall) => second >= fall).length * 8 - (second >= 800 ? 6 : 0),
    );
    const moments = computeMoments(chart);
    expect(moments).toHaveLength(5);
    expect(moments.map(({ kind }) => kind)).toEqual(["loss", "loss", "loss", "loss", "loss"]);
    expect(moments.some(({ from }) => Math.abs(from - 800) <= 2)).toBe(true);
  });

  it("leave out the end, and have a skipped beginning", () => {
    const chart = makeNoisy((second) => (second < 60 ? 60 : 90) - (second >= 3_590 ? 80 : 0));
    expectMoment(computeMoments(chart), "skip", 0, 60, 3);
  });

  it("are none if the curve has few points, and don't fail at odd ones", () => {
    const point = { time: 0, percentage: 100 };
    expect(computeMoments({ guid: "g", duration: 60, data: [point] })).toEqual([]);
    expect(computeMoments({ guid: "g", duration: 0, data: [point, point] })).toEqual([]);
    const tenths = [100, 90, 30, 30, 30, 30, 30, 30, 30, 30];
    const data = tenths.map((percentage, index) => ({ time: 60 * index, percentage }));
    expect(computeMoments({ guid: "g", duration: 600, data })).toEqual([]);
    const late = [point, { time: 5_000, percentage: 0 }];
    expect(computeMoments({ guid: "g", duration: 1, data: late })).toEqual([]);
  });
});

describe("a moment in words", () => {
  it.each([
    ["loss", 75, 105, 80, 60, "A quarter of the listeners leave between 1:15 and 1:45."],
    ["loss", 270, 270, 90, 45, "Half of the listeners leave at 4:30."],
    ["loss", 270, 270, 90, 0, "All of the listeners leave at 4:30."],
    ["skip", 3_600, 3_660, 50, 44, "12 % of the listeners skip 1:00:00 to 1:01:00."],
    ["replay", 60, 120, 60, 80, "A third of the listeners replay 1:00 to 2:00."],
  ] as const)("is a sentence: %s", (kind, from, to, before, within, sentence) => {
    expect(describeMoment({ kind, from, to, before, within, after: before })).toBe(sentence);
  });
});

describe("PELT", () => {
  it("finds the same cost as a search through all splits", () => {
    const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 14 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 20 }), (series, penalty) => {
        const segments = splitIntoLines(series, penalty);
        expect(segments.map(({ from }) => from)).toEqual([0, ...segments.slice(0, -1).map(({ to }) => to)]);
        const cost = segments.reduce((sum, { from, to }) => sum + computeResidual(series.slice(from, to)) + penalty, 0);
        expect(cost).toBeCloseTo(computeLeastCost(series, penalty), 6);
      }),
    );
  });
});

function computeLeastCost(series: readonly number[], penalty: number): number {
  if (series.length === 0) return 0;
  const ends = series.map((_, index) => index + 1).filter((end) => end >= 2);
  const costs = ends.map(
    (end) => computeResidual(series.slice(0, end)) + penalty + computeLeastCost(series.slice(end), penalty),
  );
  return Math.min(Number.POSITIVE_INFINITY, ...costs);
}

/** Computes the sum of squared residuals of the least-squares line. */
function computeResidual(series: readonly number[]): number {
  const middle = (series.length - 1) / 2;
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  const spread = series.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const slope = series.reduce((sum, value, index) => sum + value * (index - middle), 0) / spread;
  return series.reduce((sum, value, index) => sum + (value - mean - slope * (index - middle)) ** 2, 0);
}
