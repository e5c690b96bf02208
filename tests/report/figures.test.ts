import { describe, expect, it } from "vitest";
import { computeDoubt } from "../../cli/report/data.ts";
import { readName } from "../../cli/report/names.ts";
import { computeInsights } from "../../curve/insights.ts";
import type { Chart } from "../../lib/chart.ts";
import { computeRankSum } from "../../report/groups.ts";
import { computeKind } from "../../report/kinds.ts";
import { computeProfile, packProfile, unpackProfile } from "../../report/profile.ts";
import { summarize } from "../../report/summary.ts";
import { computeBand, computeUsual, findComparable } from "../../report/usual.ts";

/** Makes a chart of 40 minutes that falls in a straight line, from 100 percent to another percentage. */
function makeDecline(end: number, step = 1): Chart {
  const data = Array.from({ length: 2_400 / step }, (_, index) => {
    const time = index * step;
    return { time, percentage: 100 - ((100 - end) * time) / (2_400 - step) };
  });
  return { guid: "g", duration: 2_400, data };
}

const figures = (end: number) => ({ insights: computeInsights(makeDecline(end)) });

describe("the usual of a show", () => {
  const others = [50, 52, 54, 56, 58, 60].map(figures);

  it("is the median of the other episodes, from five on", () => {
    expect(computeUsual(figures(55), others)).toMatchObject({ others: 6, end: 55, isTypical: true });
    expect(computeUsual(figures(31), others)?.difference).toBeCloseTo(-12, 5);
    expect(computeUsual(figures(55), others.slice(0, 4))).toBeUndefined();
  });

  it("is what an episode far outside of the middle half is not", () => {
    expect(computeUsual(figures(62), others)?.isTypical).toBe(true);
    expect(computeUsual(figures(31), others)?.isTypical).toBe(false);
    expect(computeUsual(figures(95), others)?.isTypical).toBe(false);
  });

  it("leaves out the episode itself, other kinds of sources, and curves that prove little", () => {
    const episodes = [
      { guid: "a", kind: "peak" as const },
      { guid: "b", kind: "peak" as const },
      { guid: "c", kind: "views" as const },
      { guid: "d", kind: "peak" as const, doubt: "one point" },
    ];
    expect(findComparable({ guid: "a", kind: "peak" }, episodes).map(({ guid }) => guid)).toEqual(["b"]);
  });

  it("is a band of the median and the middle half at each place", () => {
    expect(computeBand([[1, 10], [2], [3], [4], [5]])).toEqual({ median: [3, 10], low: [2, 10], high: [4, 10] });
  });
});

describe("a summary", () => {
  it("says where most listeners leave, how many reach the end, and what is usual", () => {
    const insights = computeInsights(makeDecline(40), 500);
    const moment = { kind: "loss", from: 75, to: 105, before: 80, within: 60, after: 60 } as const;
    const usual = { others: 9, end: 52, difference: -12, isTypical: false };
    expect(summarize({ ...insights, moments: [moment] }, undefined, usual)).toBe(
      "A quarter of the listeners leave between 1:15 and 1:45. 40 % reach the end; usual for this show: 52 %. This episode is not typical: its average is 12 points below usual.",
    );
    expect(summarize(insights, undefined, undefined)).toBe(
      "Listeners leave little by little: at no moment do many leave. 40 % reach the end.",
    );
    expect(summarize(insights, "12 listeners", usual)).toBe(
      "This curve has only 12 listeners, so it proves little. 40 % reach the end; usual for this show: 52 %.",
    );
  });
});

describe("a curve", () => {
  const spiked = { ...makeDecline(40), data: [0, 1, 2].map((time) => ({ time, percentage: 50 * time })) };

  it.each([
    ["one point", { ...makeDecline(40), data: [{ time: 0, percentage: 100 }] }, 500],
    ["10 points", makeDecline(40, 240), undefined],
    ["1 listener", makeDecline(40), 1],
    ["29 listeners", makeDecline(40), 29],
    ["3 points", spiked, 500],
    [undefined, makeDecline(40), 30],
    [undefined, makeDecline(40), undefined],
  ] as const)("proves little with %s", (doubt, chart, listeners) => {
    expect(computeDoubt(chart, listeners)).toBe(doubt);
  });

  it("proves little if its steps are large, as those of few listeners are", () => {
    const data = Array.from({ length: 600 }, (_, time) => ({ time, percentage: 100 - 10 * Math.floor(time / 100) }));
    expect(computeDoubt({ guid: "g", duration: 600, data }, undefined)).toBe("few listeners");
  });

  it("is of the kind of its source, or counts replays if it passes 100 %", () => {
    expect(computeKind("youtube", 90)).toBe("views");
    expect(computeKind("spotify", 100)).toBe("peak");
    expect(computeKind(undefined, 104)).toBe("views");
    expect(computeKind("something new", 100)).toBe("unknown");
  });

  it("has a profile, which is the same after it is packed and unpacked", () => {
    const { places, opening } = unpackProfile(packProfile(computeProfile(makeDecline(0))));
    expect([places.length, places[0], places[99]]).toEqual([100, 99.5, 0.5]);
    expect([opening.length, opening[0], opening[59]]).toEqual([60, 99.9, 87.6]);
  });
});

describe("the rank-sum test", () => {
  it("has the value of an example that was computed by hand", () => {
    // Ranks of the second group: 3, 5, 6, 7. Sum 21, expected 16, variance 3 * 4 * 8 / 12 = 8.
    expect(computeRankSum([1, 2, 4], [3, 5, 6, 7])).toBeCloseTo(5 / Math.sqrt(8), 10);
    expect(computeRankSum([1, 2, 4], [1, 2, 4])).toBe(0);
  });
});

describe("what the feed says of an episode", () => {
  it("has the chapters that are in the feed, in order", () => {
    const chapters = [
      { start: "00:10:00.500", title: "B" },
      { start: "90", title: "A" },
      { start: "?", title: "C" },
    ];
    const item = {
      guid: "a",
      title: undefined,
      duration: undefined,
      pubDate: undefined,
      enclosure: undefined,
      chapters,
    };
    expect(readName(item)).toEqual({
      chapters: [
        { time: 90, title: "A" },
        { time: 600.5, title: "B" },
      ],
    });
  });
});
