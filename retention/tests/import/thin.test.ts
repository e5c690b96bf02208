import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { countRuns } from "../../../tests/support/parts.ts";
import { createPack, thinChart } from "../../sources/item/pack.ts";

function chart(times: readonly number[], percentage: (index: number) => number): Chart {
  const data = times.map((time, index) => ({ time, percentage: percentage(index) }));
  return { guid: "thin", duration: Math.max(...times.slice(-1)), data };
}

/** Pseudorandom numbers from 0 to 100 with all digits of a double. */
const noise = (index: number) => Math.abs(Math.sin(index + 1) * 100);

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

/** Packs a chart that is refused. Returns the error as text. */
function packRefused(chart: Chart, step: number | undefined): string {
  try {
    createPack(step)(chart, {});
    return "not at all";
  } catch (error) {
    return String(error);
  }
}

describe("a curve over a limit", () => {
  const make = (length: number, time: (index: number) => number, percentage: (index: number) => number = () => 50) =>
    chart([...Array(length).keys()].map(time), percentage);
  const half = (index: number) => index / 2;
  const beginning = make(200_000, (index) => toSeconds(index, 5), noise);

  it.each<[string, Chart, number | undefined]>([
    ["with a point each second", make(300_000, Number), undefined],
    ["with a point each hundredth", make(200_000, (index) => toSeconds(index, 2)), undefined],
    ["with a point each microsecond", make(200_000, (index) => toSeconds(index, 6)), undefined],
    ["that compresses badly", make(60_000, Number, noise), undefined],
    ["of short numbers", make(220_000, half, (index) => index % 3), undefined],
    ["with all points at one time", make(300_000, () => 5), undefined],
    [
      "with all points at its beginning",
      { ...beginning, duration: 9e5, data: [...beginning.data, { time: 9e5, percentage: 7 }] },
      undefined,
    ],
    ["with a step that is too short", make(300_000, Number, noise), 1.5],
  ])("fits with the step that its refusal suggests: %s", (_, long, step) => {
    const named = /\. Pass --step (\d+(?:\.\d+)?) to thin it\.$/.exec(packRefused(long, step))?.[1];
    expect(createPack(Number(named))(long, {})).toMatchObject({ points: expect.any(Number) });
  });
});
