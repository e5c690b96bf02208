import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { countRuns } from "../../../tests/support/parts.ts";
import { thinChart } from "../../sources/item/pack.ts";

function chart(times: readonly number[], percentage: (index: number) => number): Chart {
  const data = times.map((time, index) => ({ time, percentage: percentage(index) }));
  return { guid: "thin", duration: Math.max(...times.slice(-1)), data };
}

/** Converts units to seconds without rounding errors: 15 units with 1 decimal are 1.5 s. */
const toSeconds = (units: number, decimals: number) => Number(`${units}e-${decimals}`);

describe("a thinned curve", () => {
  it("has each point in the right step, and each step's time without binary rounding errors", () => {
    const units = fc.uniqueArray(fc.nat(10_000_000), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 100_000 }), fc.nat(6), (all, step, decimals) => {
        const sorted = all.toSorted((one, other) => one - other);
        const times = sorted.map((unit) => toSeconds(unit, decimals));
        const starts = new Set(sorted.map((unit) => unit - (unit % step)));
        const { data } = thinChart(
          chart(times, () => 7),
          toSeconds(step, decimals),
        );
        expect(data).toEqual([...starts].map((start) => ({ time: toSeconds(start, decimals), percentage: 7 })));
      }),
      { numRuns: countRuns(2_000) },
    );
  });

  it("equals the curve if the step is the time between its points", () => {
    const tenths = Array.from({ length: 10_000 }, (_, index) => toSeconds(index, 1));
    const whole = chart(tenths, (index) => index % 100);
    expect(thinChart(whole, 0.1)).toEqual(whole);
  });
});
