import { describe, expect, it } from "vitest";
import { measureHeadlines, measureTypicality } from "../../bench/report/headline-rates.ts";
import { measureBeforeAfter, measureBest, measureHabits, measureSources } from "../../bench/report/show-rates.ts";

const leave = (share: number) => ({ kind: "leave", from: 1_200, to: 1_215, share }) as const;

// Shows are simulated listener by listener, with fixed seeds: the rates are those of decision 14, with room for chance.
describe("of simulated episodes, a headline", () => {
  it.each([30, 100, 300])("names no moment where nothing happens: %i listeners", (listeners) => {
    expect(measureHeadlines({ listeners, runs: 60 }).named).toBeLessThanOrEqual(0.05);
  });

  it.each([
    [30, 0.3, 0.6],
    [100, 0.15, 0.75],
    [300, 0.15, 0.97],
  ])("has what is planted: %i listeners, of whom a part of %d leaves", (listeners, share, rate) => {
    expect(measureHeadlines({ listeners, runs: 60, passage: leave(share) }).found).toBeGreaterThanOrEqual(rate);
  });

  it.each(["skip", "replay"] as const)("does not take a %s for a loss, and the moments have it", (kind) => {
    const passage = { kind, from: 1_200, to: 1_270, share: 0.3 };
    const { named, found } = measureHeadlines({ listeners: 200, runs: 40, passage });
    expect(named).toBeLessThanOrEqual(0.05);
    expect(found).toBeGreaterThanOrEqual(0.95);
  });
});

describe("of simulated shows, a report", () => {
  it.each([6, 21])("says of at most 5 in 100 equal episodes that they differ: shows of %i", (size) => {
    const { flagged, found, right } = measureTypicality({ size, shows: Math.round(240 / size) });
    expect(flagged).toBeLessThanOrEqual(0.06);
    expect(found).toBeGreaterThanOrEqual(0.8);
    expect(right).toBeGreaterThanOrEqual(0.9);
  });

  it("names the best episode for its length where one is better, and rarely among equals", () => {
    const { named, found } = measureBest(12, 40);
    expect(named).toBeLessThanOrEqual(0.15);
    expect(found).toBeGreaterThanOrEqual(0.7);
  });

  it("says that a step at the date is more than a drift, and a drift is not", () => {
    expect(measureBeforeAfter(50, { drift: 0, step: 2 }, 60).step).toBeGreaterThanOrEqual(0.95);
    expect(measureBeforeAfter(50, { drift: 1.5, step: 0 }, 60).step).toBeLessThanOrEqual(0.1);
    expect(measureBeforeAfter(20, { drift: 0, step: 0 }, 60).chance).toBeGreaterThanOrEqual(0.85);
  });

  it("says of two sources that they differ only where they do", () => {
    const { named, found } = measureSources(100, 40);
    expect(named).toBeLessThanOrEqual(0.1);
    expect(found).toBeGreaterThanOrEqual(0.8);
  });

  it("names the chapter that most skip, and no other", () => {
    expect(measureHabits(10, 0.25, 10)).toEqual({ found: 1, wrong: 0 });
    expect(measureHabits(10, 0, 10)).toEqual({ found: 0, wrong: 0 });
  });
});
