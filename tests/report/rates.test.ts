import { describe, expect, it } from "vitest";
import { measureHeadlines, measureTypicality } from "../../bench/report/headline-rates.ts";
import { measureBeforeAfter, measureBest, measureHabits, measureSources } from "../../bench/report/show-rates.ts";
import { CREDITS_SCENARIOS } from "../../bench/report/simulators/credits-scenarios.ts";
import { MOMENT_SCENARIOS } from "../../bench/report/simulators/moment-scenarios.ts";
import { measureScenario } from "../../bench/report/simulators/rates.ts";
import { SHOW_SCENARIOS } from "../../bench/report/simulators/show-scenarios.ts";

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

describe.each(["commuters", "households"] as const)("of shows of %s, simulated otherwise, a report", (simulator) => {
  const measure = (name: string, rate: string, shows = 6) => {
    const scenario = [...MOMENT_SCENARIOS, ...SHOW_SCENARIOS, ...CREDITS_SCENARIOS].find(
      (other) => other.name === name,
    );
    const { hits, of } = (scenario && measureScenario(simulator, scenario, shows, 900)?.get(rate)) ?? {
      hits: 0,
      of: 0,
    };
    expect(of).toBeGreaterThan(0);
    return hits / of;
  };

  it("names a loss in few headlines where nothing happens", () => {
    expect(measure("Nothing happens", "Nothing: headline names a loss")).toBeLessThanOrEqual(0.05);
  });

  it("does not say of skipped advertisements that listeners leave, in platforms' bins", () => {
    const name = "Advertisements at YouTube and Apple";
    expect(measure(name, "Platforms' bins, skipped advertisement: told as leave")).toBeLessThanOrEqual(0.02);
    expect(measure(name, "Platforms' bins, skipped advertisement: found")).toBeGreaterThanOrEqual(0.85);
  });

  it("says what most episodes lose and skip at one place", () => {
    const lost = measure("A cliff at one place in most episodes", "15 % leave at one place in 10 of 18: show says so");
    expect(lost).toBeGreaterThanOrEqual(0.6);
    const skipped = measure(
      "A passage that most skip, without chapters",
      "25 % skip at one place in each: show says so",
    );
    expect(skipped).toBeGreaterThanOrEqual(0.8);
  });

  it("says where credits are, and nothing of them where there are none", () => {
    const said = measure("Credits of different lengths", "the same: figure is the level before them", 7);
    expect(said).toBeGreaterThanOrEqual(0.95);
    expect(measure("No credits", "No credits: credits are said")).toBeLessThanOrEqual(0.02);
    expect(
      measure("A last chapter that many leave at", "A last chapter Letters that 40 % leave at: credits are said"),
    ).toBe(0);
  });

  it("does not take shorter episodes for better ones", () => {
    const rate = measure("Shorter episodes", "From 60 to 24 min: average or end is said to change");
    expect(rate).toBeLessThanOrEqual(0.2);
  });
});
