import { describe, expect, it } from "vitest";
import { measureScenario, type Rates } from "../../bench/harness.ts";
import { SCENARIOS } from "../../bench/scenarios.ts";

function find(name: string) {
  const scenario = Object.values(SCENARIOS)
    .flat()
    .find((other) => other.name === name);
  if (!scenario) throw new Error(`There is no scenario "${name}".`);
  return scenario;
}

function computePart({ hits, of } = { hits: 0, of: 0 }): number {
  expect(of).toBeGreaterThan(0);
  return hits / of;
}

// Simulated listener by listener, with fixed seeds. Rates, with room for chance: docs/decisions/report-statements.md.
describe.each(["commuters", "households"] as const)("of simulated shows of %s, a report", (simulator) => {
  const measured = new Map<string, Rates>();
  const measure = (name: string, rate: string, shows = 6) => {
    const key = `${shows} shows: ${name}`;
    const rates = measured.get(key) ?? measureScenario(simulator, find(name), shows, 900);
    measured.set(key, rates);
    return computePart(rates[rate]);
  };

  it.each(["Nothing happens", ...[50, 100, 300].map((listeners) => `${listeners} listeners, nothing happens`)])(
    "names a loss in few headlines where nothing does: %s",
    (name) => {
      expect(measure(name, "headline names a loss")).toBeLessThanOrEqual(0.05);
    },
  );

  it.each([
    [100, 0.7],
    [300, 0.9],
  ])("has in the headline what is planted: %i listeners", (listeners, least) => {
    const name = `${listeners} listeners, 15 % leave within 10 s`;
    expect(measure(name, "in the headline", 12)).toBeGreaterThanOrEqual(least);
  });

  it("does not take a skip for a loss, and finds it", () => {
    expect(measure("100 listeners, 27 % skip", "told as leave")).toBeLessThanOrEqual(0.02);
    expect(measure("100 listeners, 27 % skip", "found")).toBeGreaterThanOrEqual(0.9);
  });

  it.each([
    [7, 0.6],
    [21, 0.8],
  ])("says of few equal episodes that they differ, and of one that loses its opening: %i", (episodes, least) => {
    const name = `${episodes} episodes`;
    expect(measure(`${name}, nothing happens`, "differs")).toBeLessThanOrEqual(0.06);
    const unlike = `${name}, an opening that 25 points more leave`;
    expect(measure(unlike, "differs", 12)).toBeGreaterThanOrEqual(least);
    expect(measure(unlike, "by its opening", 12)).toBeGreaterThanOrEqual(0.9);
  });

  it("names the best episode for its length where one is better, and rarely among equals", () => {
    const name = "21 episodes of ten minutes to ninety";
    expect(measure(name, "a best for its length", 12)).toBeLessThanOrEqual(0.2);
    const better = `${name}, one of which listeners leave a tenth as fast`;
    expect(measure(better, "it is the best for its length", 12)).toBeGreaterThanOrEqual(0.2);
  });

  it("says that a step at the date is more than a drift, and a drift is not", () => {
    expect(measure("A step of 8 points, 10 and 10", "a date is said", 12)).toBeGreaterThanOrEqual(0.6);
    expect(measure("A drift of 12 points", "more than a steady change", 12)).toBeLessThanOrEqual(0.1);
  });

  it("names the chapter that most skip, and says of none that listeners leave at it", () => {
    const name = "A chapter that 25 % skip and nobody leaves";
    expect(measure(name, "show says skip")).toBeGreaterThanOrEqual(0.8);
    expect(measure(name, "show says leave")).toBe(0);
  });

  it("does not say of skipped advertisements that listeners leave, in platforms' bins", () => {
    const name = "Advertisements at YouTube and Apple";
    expect(measure(name, "told as leave")).toBeLessThanOrEqual(0.02);
    expect(measure(name, "found")).toBeGreaterThanOrEqual(0.85);
  });

  it("says what most episodes lose and skip at one place", () => {
    const lost = measure("A cliff at one place in 10 of 18 episodes", "show says so");
    expect(lost).toBeGreaterThanOrEqual(0.6);
    const skipped = measure("A passage that 25 % skip in each episode, without chapters", "show says so");
    expect(skipped).toBeGreaterThanOrEqual(0.8);
  });

  it("names the phrase that begins an advertisement, and none where nothing happens", () => {
    const skipped = "12 transcribed episodes of 300 listeners, 30 % skip the advertisement";
    expect(measure(skipped, "its phrase is named")).toBeGreaterThanOrEqual(0.8);
    expect(measure(skipped, "show says leave")).toBe(0);
    expect(measure("12 transcribed episodes, nothing happens", "a phrase is named")).toBe(0);
  });

  it("does not take shorter episodes for better ones", () => {
    expect(measure("From 60 to 24 min", "average or end is said to change")).toBeLessThanOrEqual(0.2);
  });
});

it("says of two sources that they differ only where they do", () => {
  const measure = (haste: string) =>
    measureScenario("households", find(`240 plays at Apple, leaving ${haste} fast as 400 listeners here`), 20, 900);
  expect(computePart(measure("as")["said to differ"])).toBeLessThanOrEqual(0.1);
  expect(computePart(measure("twice as")["said to differ"])).toBeGreaterThanOrEqual(0.8);
});

it.each(["read by all, long episodes", "5 to 60 % skip, short episodes", "two in a row, long episodes"])(
  "holds the truth of sponsors' spots in its intervals: %s",
  (kind) => {
    const rates = measureScenario("households", find(`spots ${kind}`), 2, 900);
    expect(computePart(rates["interval holds the truth"])).toBeGreaterThanOrEqual(0.9);
    if (kind.startsWith("read")) expect(computePart(rates["wrongly said to be skipped"])).toBeLessThanOrEqual(0.02);
  },
);
