import { describe, expect, it } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { sayForCommand } from "../../cli/ways-out.ts";
import { RecordError } from "../../sources/base/refusals.ts";
import { createPack } from "../../sources/item/pack.ts";

/** Pseudorandom numbers from 0 to 100 with all digits of a double. */
const noise = (index: number) => Math.abs(Math.sin(index + 1) * 100);

/** Packs a chart that is refused. Returns the error as text. */
function packRefused(chart: Chart, step: number | undefined): string {
  try {
    createPack(step)(chart, {});
    return "not at all";
  } catch (error) {
    return error instanceof RecordError ? sayForCommand(error.refusal) : String(error);
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
    const named = /\. Pass --step (\d+(?:\.\d+)?) to thin it\.$/.exec(packRefused(long, step))?.[1];
    expect(createPack(Number(named))(long, {})).toMatchObject({ points: expect.any(Number) });
  });
});
