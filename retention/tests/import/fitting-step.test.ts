import { describe, expect, it } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { createPack } from "../../sources/item/pack.ts";
import { errorOf } from "../support/facts.ts";

/** Pseudorandom numbers from 0 to 100 with all digits of a double. */
const noise = (index: number) => Math.abs(Math.sin(index + 1) * 100);

/** Packs a chart that is refused. Returns what is thrown. */
function packRefused(chart: Chart, step: number | undefined): unknown {
  try {
    return createPack(step)(chart, {});
  } catch (error) {
    return error;
  }
}

describe("a curve over a limit", () => {
  const make = (length: number, time: (index: number) => number, percentage: (index: number) => number = () => 50) => {
    const data = Array.from({ length }, (_, index) => ({ time: time(index), percentage: percentage(index) }));
    return { guid: "long", duration: Number(data.at(-1)?.time), data };
  };
  const half = (index: number) => index / 2;
  const beginning = make(200_000, (index) => Number(`${index}e-5`), noise);

  it.each<[string, Chart, number | undefined]>([
    ["with a point each second", make(300_000, Number), undefined],
    ["with a point each hundredth", make(200_000, (index) => Number(`${index}e-2`)), undefined],
    ["with a point each microsecond", make(200_000, (index) => Number(`${index}e-6`)), undefined],
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
    const error = packRefused(long, step);
    expect(error).toEqual(errorOf("over-limit", "", { step: expect.any(Number) }));
    expect(createPack(Object(error).refusal.step)(long, {})).toMatchObject({ points: expect.any(Number) });
  });
});
