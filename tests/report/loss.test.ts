import { describe, expect, it } from "vitest";
import { CHAPTERS_ALPHA, computeNormalLimit, MOMENTS_ALPHA } from "../../curve/statistics/limits.ts";
import { describeShow } from "../../report/answers.ts";
import { listNumbered } from "../../report/loss.ts";
import { findShow, leave, OTHERS, simulate, tellFindings } from "../support/measured.ts";

const chapters = Object.entries({ Welcome: 0, News: 95, Letters: 1_200, Talk: 1_560 }).map(([title, time]) => {
  return { title, time };
});
const others = OTHERS.map((other) => ({ ...other, chapters }));
const slow = { ...simulate(30, [{ kind: "leave", from: 1_200, to: 1_560, share: 0.25 }]), chapters };

describe("the largest loss", () => {
  it("is that of a chapter which loses far more than any moment of it", () => {
    const { loss, summary } = tellFindings(slow, others);
    expect(loss).toMatchObject({ from: 1_200, to: 1_560, chapter: "Letters" });
    expect(summary).toContain("leave during “Letters”");
  });

  it("is a moment that says more exactly where most of a chapter's listeners leave", () => {
    const cliff = { ...simulate(32, [leave(1_300, 0.25)]), chapters };
    const { loss } = tellFindings(cliff, others);
    expect(loss?.chapter).toBeUndefined();
    expect(Math.abs((loss?.from ?? 0) - 1_300)).toBeLessThan(20);
  });

  it("is numbered before the moments if it is of a chapter, and once if it is a moment", () => {
    const { loss, insights } = tellFindings(slow, others);
    expect(listNumbered({ ...(loss && { loss }), insights })).toEqual([loss, ...insights.moments]);
    expect(listNumbered({ insights })).toBe(insights.moments);
  });

  it("of a chapter is among the show's", () => {
    expect(describeShow(findShow([...others, slow])).join("\n")).toMatch(
      /^One episode loses more than usual at one place \(by chance, up to 1 would\): “Episode 9” \((2[5-9]|3\d).% of those present during “Letters”\)\.$/m,
    );
  });
});

it("names a moment or a chapter in the headline, which share 5 %", () => {
  expect(MOMENTS_ALPHA + CHAPTERS_ALPHA).toBeCloseTo(0.05);
  expect(computeNormalLimit(100, MOMENTS_ALPHA)).toBeGreaterThan(computeNormalLimit(100));
});
