import { range, sum } from "d3-array";
import { describe, expect, it } from "vitest";
import { computeFisherP } from "../../report/curve/statistics/fisher.ts";

describe("the probability that two groups differ by chance", () => {
  it("is that of Fisher's tea", () => {
    // Of 4 and 4 cups, 3 right and 1 wrong: 16/70 as likely, and 1/70 all right.
    const p = computeFisherP({ hits: 3, of: 4 }, { hits: 1, of: 4 });
    expect(p).toBeCloseTo(2 * (1 / 70 + 16 / 70), 3);
  });

  it("is 1 where nothing differs, and the same whichever group is first", () => {
    expect(computeFisherP({ hits: 50, of: 100 }, { hits: 500, of: 1_000 })).toBeCloseTo(1, 1);
    const [one, other] = [
      { hits: 40, of: 130 },
      { hits: 390, of: 655 },
    ];
    expect(computeFisherP(one, other)).toBeCloseTo(computeFisherP(other, one), 12);
    expect(computeFisherP(one, other)).toBeLessThan(1e-8);
  });

  it("is rarely small if those who came since are a random part of all", () => {
    const [late, before, rate] = [20, 200, 0.9];
    const choose = (n: number, k: number) => range(k).reduce((all, index) => (all * (n - index)) / (index + 1), 1);
    const weigh = (n: number, k: number) => choose(n, k) * rate ** k * (1 - rate) ** (n - k);
    const chance = sum(
      range(late + 1).flatMap((hits) =>
        range(before + 1)
          .filter((others) => computeFisherP({ hits, of: late }, { hits: others, of: before }) < 0.001)
          .map((others) => weigh(late, hits) * weigh(before, others)),
      ),
    );
    expect(chance).toBeLessThan(0.001);
    expect(chance).toBeGreaterThan(0.0002);
  });
});
