import { describe, expect, it } from "vitest";
import { computeBins } from "../../report/curve/levels/bins.ts";
import { computeChanges } from "../../report/curve/moments/level-changes.ts";
import { findMoments } from "../../report/curve/moments/moments.ts";
import { findEnding, findOpening } from "../../report/curve/moments/opening.ts";
import { CHAPTERS_ALPHA, computeNormalLimit, MOMENTS_ALPHA, SLOW_ALPHA } from "../../report/curve/statistics/limits.ts";
import { findLoss, leaveOutParts, listNumbered } from "../../report/episode/loss.ts";
import { makeChapters, makeLoss } from "./exact.ts";
import { OTHERS, simulate, tellFindings } from "./measured.ts";

const chapters = makeChapters({ Welcome: 0, News: 95, Letters: 1_200, Talk: 1_560 });
const others = OTHERS.map((other) => ({ ...other, chapters }));
const slow = { ...simulate(30, [{ kind: "leave", from: 1_200, to: 1_560, share: 0.25 }]), chapters };

describe("the largest loss", () => {
  it("is that of a chapter which loses far more than any moment of it", () => {
    const { loss, summary } = tellFindings(slow, others);
    expect(loss).toMatchObject({ from: 1_200, to: 1_560, chapter: "Letters" });
    expect(summary).toContain("drop off during “Letters”");
  });

  it("is numbered before the moments if it is of a chapter, and once if it is a moment", () => {
    const { loss, insights } = tellFindings(slow, others);
    expect(listNumbered({ ...(loss && { loss }), insights })).toEqual([loss, ...insights.moments]);
    expect(listNumbered({ insights })).toBe(insights.moments);
  });

  it("of a chapter is not told again by the slow losses in it", () => {
    expect(tellFindings(slow, others).insights.moments).toEqual([]);
    const make = (kind: "loss" | "skip", from: number, to: number) => makeLoss(from, to, 0.25, { kind });
    const parts = [make("loss", 1_140, 1_320), make("loss", 1_500, 1_800)];
    const beside = [make("loss", 1_020, 1_200), make("loss", 1_560, 1_740)];
    const kept = [...beside, make("loss", 1_300, 1_310), make("skip", 1_300, 1_500)];
    const loss = makeLoss(1_200, 1_560, 0.3, { chapter: "Letters" });
    expect(leaveOutParts([...parts, ...kept], loss)).toEqual(kept);
    expect(leaveOutParts(parts, makeLoss(1_200, 1_560, 0.3))).toEqual(parts);
  });
});

describe("a chapter's loss", () => {
  const chapter = makeLoss(1_200, 1_560, 0.5, { usual: 0.25, chapter: "Letters" });

  it("gives way to a moment from three quarters of what it loses beyond the usual on", () => {
    const [moment, smaller] = [0.1875, 0.1874].map((share) => makeLoss(1_290, 1_310, share));
    expect(moment && findLoss([moment], chapter)).toBe(moment);
    expect(smaller && findLoss([smaller], chapter)).toBe(chapter);
    expect([findLoss([], chapter), findLoss([], undefined)]).toEqual([chapter, undefined]);
  });
});

describe("the chance of a wrong headline", () => {
  it("is shared by moments, slow losses and chapters: 5 % together", () => {
    expect(MOMENTS_ALPHA + SLOW_ALPHA + CHAPTERS_ALPHA).toBeCloseTo(0.05);
  });

  it("is 4 % of the moments: a loss is one from their limit on, and not from that of 5 %", () => {
    const make = (share: number) => {
      const data = Array.from({ length: 720 }, (_, index) => {
        const wave = index % 2 === 0 ? 1.5 : -1.5;
        return { time: 5 * index, percentage: 80 - index / 40 + wave - (index >= 300 ? share : 0) };
      });
      return computeBins({ guid: "g", duration: 3_600, data }, 1_000);
    };
    const judged = Array.from({ length: 400 }, (_, index) => {
      const curve = make(3 + index / 50);
      const { changes, tests } = computeChanges(curve, findOpening(curve, []), findEnding(curve));
      return { curve, tests, largest: Math.max(...changes.map(({ z }) => z)) };
    }).filter(({ largest, tests }) => largest >= computeNormalLimit(tests, 0.05));
    const named = judged.map(({ curve }) => findMoments(curve, []).length > 0);
    expect(named).toEqual(judged.map(({ largest, tests }) => largest >= computeNormalLimit(tests, 0.04)));
    expect(new Set(named)).toEqual(new Set([false, true]));
  });
});
