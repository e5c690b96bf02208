import { describe, expect, it } from "vitest";
import { findBest } from "../../report/show/best.ts";

/** An average of an episode, whose listeners are so many that none is due to chance. */
const rate = (average: number, end = 1_800, step = 1e-9) => ({ end, step, figures: { average, last5percent: 30 } });

/** Others of one length: 50 on average, with squared distances of 10 in all. */
const VARIED = [48, 49, 50, 50, 51, 52].map((average) => rate(average));

describe("the best episode for its length", () => {
  it("is told from five others on", () => {
    const equal = Array.from({ length: 5 }, () => rate(50));
    const best = rate(60);
    expect(findBest([best, ...equal])).toMatchObject({ episode: best, usual: 50 });
    expect(findBest([best, ...equal.slice(1)])).toBeUndefined();
  });

  it("is three points above the usual at least", () => {
    const equal = Array.from({ length: 8 }, () => rate(50));
    expect(findBest([...equal, rate(53)])?.episode.figures.average).toBe(53);
    expect(findBest([...equal, rate(52.9)])).toBeUndefined();
  });

  it("is the clearest of several, not the first", () => {
    const others = Array.from({ length: 40 }, (_, index) => rate(49 + 2 * (index % 2)));
    expect(findBest([rate(80), rate(90), ...others])?.episode.figures.average).toBe(90);
    expect(findBest([rate(80), ...others])?.episode.figures.average).toBe(80);
  });

  it("is compared with a line over the length's logarithm", () => {
    const declining = [600, 1_200, 2_400, 4_800].flatMap((end, index) => {
      const average = 90 - 10 * index;
      return [rate(average, end), rate(average, end)];
    });
    const { episode, usual = 0 } = findBest([...declining, rate(56, 9_600)]) ?? {};
    expect(episode?.end).toBe(9_600);
    expect(usual).toBeCloseTo(50, 9);
  });

  it("is above the prediction interval of the others, of which all episodes together share the chance", () => {
    // Student's t is 4.148 at 5 % / 7 and four degrees, and the deviation the root of 10 / 4 * (1 + 1 / 6): 7.08.
    expect(findBest([rate(57), ...VARIED])).toBeUndefined();
    expect(findBest([rate(57.2), ...VARIED])).toMatchObject({ usual: 50 });
  });

  it("is farther above it at a length that others don't have", () => {
    const others = [600, 2_400].flatMap((end) => [49, 50, 51].map((average) => rate(average, end)));
    // The squared distance of log 8 is 1.5 times the others' spread, 6 * (log 2) ** 2: 4.148 * the root of 1 + 1 / 6 + 1.5.
    expect(findBest([rate(56.7, 9_600), ...others])).toBeUndefined();
    expect(findBest([rate(56.9, 9_600), ...others])?.usual).toBeCloseTo(50, 9);
  });

  it("is none that has so few listeners that chance may explain it", () => {
    expect(findBest([rate(60, 1_800, 100 / 30), ...VARIED])).toBeUndefined();
    expect(findBest([rate(60, 1_800, 100 / 30_000), ...VARIED])).toBeDefined();
  });
});
