import { describe, expect, it } from "vitest";
import { computeExcessChance, differs, judgeFigures } from "../../report/usual/typicality.ts";

/** Makes what an episode is judged by, by default of so many listeners that nothing is due to chance. */
const rate = (average: number, step = 1e-9) => ({ figures: { average, last5percent: 50 }, step });

describe("the figures of an episode, beside those of others", () => {
  it("has ranges that leave out what differs: Student's prediction interval, three points at least, and 0 to 100 %", () => {
    const judge = (value: number, averages: readonly number[]) => {
      const similar = averages.map((average) => rate(average));
      const [average] = judgeFigures(rate(value), { similar, any: similar });
      return { ...average, differs: average !== undefined && differs(average) };
    };
    // 50, and 3.534 standard deviations of a difference from six: the quantile of t, two-sided at 5 % / 3.
    const varied = [48, 49, 50, 50, 51, 52];
    expect(judge(44.7, varied)).toMatchObject({ low: expect.closeTo(44.6, 1), high: expect.closeTo(55.4, 1) });
    expect([44.5, 44.7, 55.3, 55.5].map((value) => judge(value, varied).differs)).toEqual([true, false, false, true]);
    expect(judge(52.9, [50, 50, 50, 50, 50])).toMatchObject({ low: 47, high: 53, differs: false });
    expect(judge(60, [5, 95, 5, 95, 50])).toMatchObject({ low: 0, high: 100 });
    expect(judge(60, [5, 103, 5, 95, 50])).toMatchObject({ low: 0, high: 103 });
    expect([0, 100].map((value) => judge(value, [5, 95, 5, 95, 50]).differs)).toEqual([false, false]);
    // 2.571 of the same deviations: the quantile of t, two-sided at 5 %.
    expect([46.07, 53.93].map((value) => judge(value, varied).p)).toEqual(Array(2).fill(expect.closeTo(0.05, 3)));
  });

  it("judges no figure that fewer than five others have", () => {
    const open = (figures: object) => ({ figures: { average: 60, last5percent: 50, ...figures }, step: 1 });
    const similar = [...Array(4).fill(open({ after1min: 80 })), ...Array(4).fill(open({}))];
    const judged = (all: typeof similar) => judgeFigures(open({ after1min: 20 }), { similar: all, any: all });
    expect(judged(similar).map(({ figure }) => figure)).toEqual(["average", "last5percent"]);
    expect(judged([...similar, open({ after1min: 80 })]).map(({ figure }) => figure)).toContain("after1min");
  });

  it("takes the binomial variance for chance, as far as it is more than the others'", () => {
    expect(computeExcessChance(rate(20, 1), [rate(50, 0.2)], "average")).toBeCloseTo(16 - 5, 9);
    expect(computeExcessChance(rate(20, 0.2), [rate(50, 1)], "average")).toBe(0);
    expect(computeExcessChance(rate(120, 1), [rate(120, 0.5)], "average")).toBe(0);
  });

  it("takes more for chance in an episode of fewer listeners than the others have", () => {
    const similar = [48, 49, 50, 50, 51, 52].map((average) => rate(average, 0.25));
    const others = { similar, any: similar };
    expect(judgeFigures(rate(60, 0.25), others).filter(differs)).toMatchObject([
      { figure: "average", value: 60, usual: 50 },
    ]);
    expect(judgeFigures(rate(60, 100 / 30), others).filter(differs)).toEqual([]);
  });
});
